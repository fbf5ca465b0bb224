package io.evenkeel.sim.cluster;

import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.port.Slice;
import java.nio.ByteBuffer;
import java.util.List;

/** All files of the cluster. */
public final class StoredFiles implements Content {
  private final List<StoredData> files;

  /**
   * @param files each at the place of its number
   */
  public StoredFiles(List<StoredData> files) {
    this.files = List.copyOf(files);
    for (int i = 0; i < files.size(); i++) {
      if (files.get(i).number() != i) {
        throw new IllegalArgumentException(
            "file " + files.get(i).number() + " is at the place of " + i);
      }
    }
  }

  public StoredData file(int number) {
    return files.get(number);
  }

  public int count() {
    return files.size();
  }

  @Override
  public void read(Source source, Slice slice, ByteBuffer into) {
    long block = ((BlockReplica) source).block().blockId();
    files.get(StoredData.fileOf(block)).read(source, slice, into);
  }
}
