package io.evenkeel.http;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** JSON of others, of which a few members are looked at; what is not there is null in JSON. */
record JsonTree(JsonElement element) {
  private static final TypeAdapter<JsonElement> TREES = new Gson().getAdapter(JsonElement.class);

  private static final int SHOWN_CHARACTERS = 100;

  static JsonTree read(byte[] json) throws IOException {
    return read(new String(json, StandardCharsets.UTF_8));
  }

  static JsonTree read(String json) throws IOException {
    try {
      return new JsonTree(TREES.fromJson(json));
    } catch (IOException | JsonParseException e) {
      String start = json.substring(0, Math.min(json.length(), SHOWN_CHARACTERS)).strip();
      throw new IOException("not JSON: " + (start.isEmpty() ? "nothing" : start), e);
    }
  }

  JsonTree member(String name) {
    JsonElement member = element instanceof JsonObject object ? object.get(name) : null;
    return new JsonTree(member == null ? JsonNull.INSTANCE : member);
  }

  /** Of a list; none of anything else. */
  List<JsonTree> elements() {
    return element instanceof JsonArray array
        ? array.asList().stream().map(JsonTree::new).toList()
        : List.of();
  }

  /** Of an object; none of anything else. */
  List<JsonTree> members() {
    return element instanceof JsonObject object
        ? object.asMap().values().stream().map(JsonTree::new).toList()
        : List.of();
  }

  boolean isText() {
    return element.isJsonPrimitive() && element.getAsJsonPrimitive().isString();
  }

  /** Empty when it is no text. */
  String text() {
    return isText() ? element.getAsString() : "";
  }

  /** Negative when it is no count. */
  long count() {
    try {
      return element.isJsonPrimitive() && element.getAsJsonPrimitive().isNumber()
          ? Long.parseLong(element.getAsString())
          : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** As it looks in JSON. */
  @Override
  public String toString() {
    return element.toString();
  }
}
