#!/usr/bin/env bash
# README's installation with its clients on another host than its servers. Two network namespaces are
# the hosts: one has a NameNode, six DataNodes, two Redis servers with a password, the manager and the
# filler; on the other run the clients, which have Hadoop, the jar and the configuration, a YARN, and
# doctor, which runs from this checkout, as README says. One DataNode is 16 x slower. A file is written
# and read by the stock client and by Evenkeel; then Spark writes a Parquet table and reads all of it, and
# a MapReduce job on YARN reads the file; and doctor has the last word. Commands and keys are README's
# own blocks and tables, with these hosts' names in them.
#
#     evenkeel-dist-test/src/test/scripts/two-hosts.sh
#
# As root; iproute2 is needed, and Maven Central or a mirror for the jars of Spark and YARN. Status 0:
# every byte and row, and the job's result, was right, file and table were read around the slow node, and
# doctor says so. Leaves nothing behind but those jars, in target/jobs.
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd -P)
servers=10.213.7.1
clients=10.213.7.2
# So many that one is on the slow node.
blocks=32
block_bytes=4194304
quick_bytes_per_second=33554432
slow_bytes_per_second=2097152

fail() { printf 'two-hosts: %s\n' "$*" >&2; exit 1; }
say() { printf 'two-hosts: %4d s  %s\n' "$SECONDS" "$*"; }

[ "$(id -u)" = 0 ] || fail 'needs root, for it makes network namespaces'
command -v ip >/dev/null || fail 'needs the command ip (package iproute2)'

work=$(mktemp -d)
tell_and_clean() {
  local status=$? host
  [ $status = 0 ] || grep -m 3 -E 'ERROR|WARN|Exception' "$work"/log/* >&2 || true
  for host in servers clients; do
    ip netns pids "ek-$host-$$" 2>/dev/null | xargs -r kill -9 2>/dev/null || true
    ip netns del "ek-$host-$$" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap tell_and_clean EXIT
trap 'exit 130' INT TERM

on_servers() { ip netns exec "ek-servers-$$" "$@"; }
on_clients() { ip netns exec "ek-clients-$$" "$@"; }

# start NAME COMMAND...: on the servers' host, in the background, with a log.
start() {
  local name=$1
  shift
  ip netns exec "ek-servers-$$" "$@" >"$work/log/$name" 2>&1 &
  disown
}

# await TEXT NAME [COUNT]: until the log of NAME has TEXT, in so many lines.
await() {
  local tries=600 found=0
  until [ "${found:-0}" -ge "${3:-1}" ]; do
    found=$(grep -c "$1" "$work/log/$2" 2>/dev/null) || true
    tries=$((tries - 1))
    [ $tries -gt 0 ] || fail "$2 did not say '$1' ${3:-1} times within 60 s"
    sleep 0.1
  done
}

# properties KEY VALUE...: a configuration file, to stdout.
properties() {
  printf '<configuration>\n'
  while [ $# -gt 0 ]; do
    printf '  <property><name>%s</name><value>%s</value></property>\n' "$1" "$2"
    shift 2
  done
  printf '</configuration>\n'
}

make_hosts() {
  ip netns add "ek-servers-$$"
  ip netns add "ek-clients-$$"
  ip link add "eks$$" netns "ek-servers-$$" type veth peer name "ekc$$" netns "ek-clients-$$"
  on_servers ip address add "$servers/24" dev "eks$$"
  on_clients ip address add "$clients/24" dev "ekc$$"
  on_servers ip link set "eks$$" up
  on_clients ip link set "ekc$$" up
  on_servers ip link set lo up
  on_clients ip link set lo up
}

# block DOCUMENT BEGINNING: the block of a document that begins so, with the names that are here.
block() {
  local found
  found=$(awk -v beginning="$2" '
    { line = $0; sub(/^ +/, "", line) }
    /^    / && index(line, beginning) == 1 { found = 1 }
    found && line == "" { exit }
    found { print line }' "$top/$1")
  [ -n "$found" ] || fail "$1 has nothing that begins with \"$2\""
  here <<<"$found"
}

# readme BEGINNING: a command of README.
readme() { block README.md "$1"; }

# README's names for what is here.
here() {
  sed -e "s|REDIS1:6379|$servers:6379|g; s|REDIS2:6379|$servers:6380|g; s|NAMENODE|$servers|g" \
    -e "s|//HOST|//$servers|g; s|--bind HOST|--bind $servers|; s|64g|128m|; s|/opt/evenkeel|$work/opt|g" \
    -e "s|/etc/evenkeel/redis-password|$work/password|g; s|-file FILE|-file $work/password|" \
    -e "s|a local file with the password in its first line|$work/password|" \
    -e "s|^bind .*|bind $servers|; s|requirepass .*|requirepass ${password-}|; s|142gb|142mb|" \
    -e "s|FOLDER|$work/evenkeel|; s|JOB.jar CLASS|$yarn_jars/hadoop-mapreduce-examples.jar wordmean|"
}

# The keys of the tables of README's installation, each followed by its value.
readme_keys() {
  # shellcheck disable=SC2016 # the backquotes are README's
  sed -n '/^## Install/,/^### Spark/p' "$top/README.md" | here |
    sed -n 's/^ *| `\([^`]*\)` | `\{0,1\}\([^`|]*\)`\{0,1\} |$/\1\n\2/p'
}

# README copies to another host; these two have one file system.
ssh() { "${@:2}"; }
scp() { cp "$1" "${2#*:}"; }

# The launcher's libraries, of which it notes where they are in the checkout.
libraries() { tr ':' '\n' <"$top/evenkeel-cli/target/classpath" | sed "s|^[^/]|$top/&|"; }

hadoop_jars() { libraries | grep '\.jar$' | grep -v '/target/evenkeel-' | paste -s -d :; }

# hadoop_java FOLDER MEMORY ARGUMENT...: Java with that folder's configuration and Hadoop's jars.
hadoop_java() {
  local folder=$1 memory=$2
  shift 2
  exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "-Xmx$memory" \
    "-Djava.io.tmpdir=$work/tmp" "-Dlog4j.configuration=file:$work/log4j.properties" \
    -cp "$folder:$jars:$pages" "$@"
}
export -f hadoop_java

start_hdfs() {
  local i rate
  properties fs.defaultFS "hdfs://$servers:8020" >"$work/hdfs/core-site.xml"
  properties dfs.namenode.name.dir "$work/name" dfs.namenode.http-address "$servers:9870" \
    dfs.replication 1 dfs.blocksize $block_bytes dfs.permissions.enabled false \
    dfs.namenode.datanode.registration.ip-hostname-check false >"$work/hdfs/hdfs-site.xml"
  on_servers bash -c "hadoop_java $work/hdfs 128m org.apache.hadoop.hdfs.server.namenode.NameNode \
    -format -force -nonInteractive" >"$work/log/format" 2>&1
  start namenode bash -c "hadoop_java $work/hdfs 128m org.apache.hadoop.hdfs.server.namenode.NameNode"
  for i in 0 1 2 3 4 5; do
    mkdir "$work/datanode-$i"
    rate=$quick_bytes_per_second
    [ $i != 0 ] || rate=$slow_bytes_per_second
    cp "$work/hdfs/core-site.xml" "$work/datanode-$i"
    properties dfs.datanode.data.dir "$work/blocks-$i" dfs.datanode.hostname "$servers" \
      dfs.datanode.address "$servers:$((9866 + 100 * i))" \
      dfs.datanode.ipc.address "$servers:$((9867 + 100 * i))" \
      dfs.datanode.http.address "$servers:$((9864 + 100 * i))" \
      dfs.datanode.data.read.bandwidthPerSec $rate >"$work/datanode-$i/hdfs-site.xml"
    start "datanode-$i" bash -c \
      "hadoop_java $work/datanode-$i 64m org.apache.hadoop.hdfs.server.datanode.DataNode"
  done
  await registerDatanode namenode 6
}

start_redis() {
  local port
  ( cd "$work" && "$JAVA_HOME/bin/jar" xf \
    "$(libraries | grep '/embedded-redis-')" )
  redis=$(command -v redis-server || find "$work" -name 'redis-server-6.2.6*linux-amd64')
  [ -n "$redis" ] || fail 'no redis-server on the PATH, and none that is brought along runs here'
  chmod +x "$redis"
  for port in 6379 6380; do
    mkdir "$work/redis-$port"
    # Two on one host need a port and a folder each.
    { block docs/OPERATING.md 'bind 10.0.0.21' &&
      printf 'port %s\ndir %s\n' "$port" "$work/redis-$port"; } >"$work/redis-$port/redis.conf"
    start "redis-$port" "$redis" "$work/redis-$port/redis.conf"
    await 'Ready to accept connections' "redis-$port"
  done
}

# client NAME ARGUMENT...: hdfs dfs on the clients' host, by that installation.
client() {
  local jar=$jars
  [ "$1" = stock ] || jar=$client_jar:$jars
  on_clients env jars="$jar" bash -c "hadoop_java $work/$1 512m org.apache.hadoop.fs.FsShell ${*:2}"
}

# millis_of_cat NAME: the time of reading the file with that client, whose bytes must be right.
millis_of_cat() {
  local begun sum
  begun=$(date +%s%3N)
  sum=$(client "$1" -cat /data 2>>"$work/log/client-$1" | sha256sum)
  [ "$sum" = "$expected" ] || fail "the $1 client read other bytes than were written"
  echo $(($(date +%s%3N) - begun))
}

# fetch POM FOLDER: the jars that it names. Those of Spark are where "bench jobs" has them too.
fetch() {
  [ "$2/complete" -nt "$1" ] && return
  rm -rf "$2"
  mkdir -p "$2"
  "$top/mvnw" -B -q -f "$1" dependency:copy-dependencies -DincludeScope=runtime "-DoutputDirectory=$2"
  : >"$2/complete"
}

# spark_submit ARGUMENT...: what Spark's own script of that name does.
spark_submit() {
  local command
  export SPARK_HOME=$work/spark SPARK_SCALA_VERSION=2.13
  mapfile -d '' command < <("$JAVA_HOME/bin/java" -cp "$SPARK_HOME/jars/*" \
    org.apache.spark.launcher.Main org.apache.spark.deploy.SparkSubmit "$@")
  # Before the command there is an empty word and a new line.
  command=("${command[@]:1}")
  command[0]=${command[0]#$'\n'}
  "${command[@]}"
}
export -f spark_submit

# spark NAME STATEMENTS CONF...: a session on the clients' host; its results to stdout, as "nanoseconds
# hash" for each statement.
spark() {
  local name=$1 statements=$2
  shift 2
  on_clients bash -c 'spark_submit "$@"' spark_submit --master 'local[2]' "$@" \
    --conf spark.ui.enabled=false --conf spark.driver.bindAddress=127.0.0.1 \
    --conf spark.driver.host=127.0.0.1 --conf "spark.local.dir=$work/tmp" \
    --conf "spark.sql.warehouse.dir=$work/tmp" --conf spark.hadoop.dfs.replication=1 \
    --driver-class-path "$top/evenkeel-cli/target/classes" \
    --class io.evenkeel.cli.bench.jobs.SparkSqlMain spark-internal "$statements" \
    2>"$work/log/spark-$name" | awk '$1 == "result" { print $2, $5 }' ||
    fail "Spark's session \"$name\" failed: $(tail -n 3 "$work/log/spark-$name")"
}

# Parquet's files are of one block each, which get no parity unless that is said.
run_spark() {
  local table=hdfs://$servers:8020/table stock_result own_result own
  own=$(readme spark-submit)
  own=${own#spark-submit}
  eval "own=(${own%...})"
  ln -s "$spark_jars" "$work/spark/jars"
  echo "INSERT OVERWRITE DIRECTORY '$table' USING parquet SELECT id, id % 1000 AS few, rand(7) AS ratio," \
    "md5(string(id)) AS a, md5(string(id + 1)) AS b FROM range(0, 1200000, 1, 36)" >"$work/write.sql"
  echo "SELECT count(*), sum(cast(xxhash64(*) AS decimal(38,0))) FROM parquet.\`$table\`" >"$work/read.sql"
  spark write "$work/write.sql" "${own[@]}" --conf spark.hadoop.evenkeel.write.one.block=true >/dev/null
  grep -q 'Evenkeel is on' "$work/log/spark-write" || fail 'the session that writes does not say that Evenkeel is on'
  stock_result=$(spark stock "$work/read.sql")
  own_result=$(spark evenkeel "$work/read.sql" "${own[@]}")
  [ -n "$stock_result" ] || fail 'Spark printed no result'
  [ "${stock_result#* }" = "${own_result#* }" ] || fail 'Spark read other rows through Evenkeel'
  say "Spark reads a table: stock client $((${stock_result% *} / 1000000)) ms," \
    "Evenkeel $((${own_result% *} / 1000000)) ms"
  grep -o 'Evenkeel .*' "$work/log/spark-evenkeel" | tail -n 2
  grep -q 'read around nodes' "$work/log/spark-evenkeel" ||
    fail "Spark read around no node; is a block on the slow one? $(grep WARN "$work/log/spark-write")"
}

# A YARN of one node on the clients' host, by the stock configuration.
start_yarn() {
  local classes="$work/yarn,$yarn_jars/*" each
  cp "$work"/stock/*.xml "$work/yarn"
  properties yarn.resourcemanager.hostname $clients \
    yarn.resourcemanager.scheduler.class org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler \
    yarn.nodemanager.bind-host $clients \
    yarn.nodemanager.address $clients:8041 yarn.nodemanager.localizer.address $clients:8040 \
    yarn.nodemanager.aux-services mapreduce_shuffle \
    yarn.nodemanager.local-dirs "$work/yarn-local" yarn.nodemanager.log-dirs "$work/yarn-log" \
    yarn.nodemanager.resource.memory-mb 2048 yarn.scheduler.minimum-allocation-mb 128 \
    yarn.nodemanager.vmem-check-enabled false yarn.nodemanager.delete.debug-delay-sec 600 \
    yarn.nodemanager.disk-health-checker.enable false \
    yarn.application.classpath "$classes" >"$work/yarn/yarn-site.xml"
  properties mapreduce.framework.name yarn mapreduce.application.classpath "$classes" \
    yarn.app.mapreduce.am.resource.mb 512 yarn.app.mapreduce.am.command-opts -Xmx256m \
    mapreduce.map.memory.mb 512 mapreduce.map.java.opts -Xmx384m \
    mapreduce.reduce.memory.mb 512 mapreduce.reduce.java.opts -Xmx384m \
    mapreduce.input.fileinputformat.split.minsize 67108864 >"$work/yarn/mapred-site.xml"
  for each in resourcemanager.ResourceManager nodemanager.NodeManager; do
    on_clients "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xmx192m --add-opens java.base/java.lang=ALL-UNNAMED \
      "-Djava.io.tmpdir=$work/tmp" "-Dlog4j.configuration=file:$work/log4j.properties" \
      -cp "$work/yarn:$yarn_jars/*" "org.apache.hadoop.yarn.server.$each" >"$work/log/${each%.*}" 2>&1 &
    disown
  done
  await 'from NEW to RUNNING' resourcemanager
}

# What Hadoop's own script of that name does with a class path of the user's.
hadoop() {
  on_clients "$JAVA_HOME/bin/java" -Xmx256m "-Djava.io.tmpdir=$work/tmp" \
    "-Dlog4j.configuration=file:$work/log4j.properties" \
    -cp "${HADOOP_CLASSPATH:+$HADOOP_CLASSPATH:}$work/yarn:$yarn_jars/*" \
    org.apache.hadoop.util.RunJar "${@:2}"
}

# mean NAME COMMAND: of the lengths of the file's words, by a job with these options.
mean() {
  eval "$2 /data /mean-$1" 2>"$work/log/job-$1" | grep '^The mean is' ||
    fail "MapReduce's job \"$1\" failed: $(tail -n 3 "$work/log/job-$1")"
}

run_mapreduce() {
  local own stock_mean own_mean
  start_yarn
  stock_mean=$(mean stock "hadoop jar $yarn_jars/hadoop-mapreduce-examples.jar wordmean")
  own=$(readme 'export HADOOP_CLASSPATH')
  own_mean=$(mean evenkeel "${own%...}")
  [ "$stock_mean" = "$own_mean" ] || fail "MapReduce found another mean through Evenkeel: $own_mean"
  say "a MapReduce job on YARN reads the file: $own_mean;$(
    sed -n '/^[[:space:]]*EVENKEEL: Number of bytes read=/{s/^[[:space:]]*/ /;p}' "$work/log/job-evenkeel")"
  grep -q 'EVENKEEL: Number of bytes read=[1-9]' "$work/log/job-evenkeel" ||
    fail 'MapReduce read around no node; is a block on the slow one?'
}

mkdir "$work"/{log,tmp,hdfs,stock,evenkeel,spark,yarn}
printf '%s\n' 'log4j.rootLogger=WARN, console' 'log4j.logger.io.evenkeel=INFO' \
  'log4j.logger.org.apache.hadoop.hdfs.StateChange=INFO' \
  'log4j.logger.org.apache.hadoop.yarn.server.resourcemanager.rmnode=INFO' \
  'log4j.logger.org.apache.hadoop.mapreduce=INFO' \
  'log4j.appender.console=org.apache.log4j.ConsoleAppender' \
  'log4j.appender.console.target=System.err' \
  'log4j.appender.console.layout=org.apache.log4j.PatternLayout' \
  'log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %-5p %c{1}: %m%n' >"$work/log4j.properties"
say 'building'
spark_jars=$top/target/jobs/spark
yarn_jars=$top/target/jobs/yarn
cd "$top"
step=$(readme 'ssh CLIENT')
eval "$step"
client_jar=$work/opt/evenkeel-client.jar
./evenkeel build
fetch "$top/evenkeel-cli/src/jobs/spark/pom.xml" "$spark_jars"
fetch "$top/evenkeel-dist-test/src/test/scripts/yarn/pom.xml" "$yarn_jars"
ln -sf "$(basename "$yarn_jars"/hadoop-mapreduce-examples-*.jar)" "$yarn_jars/hadoop-mapreduce-examples.jar"
JAVA_HOME=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
jars=$(hadoop_jars)
password=$(head -c 18 /dev/urandom | base64 | tr '+/' 'ab')
printf '%s\n' "$password" >"$work/password"
chmod 600 "$work/password"
# The pages of Hadoop's web servers, without which these do not start, are in none of these jars.
pages=$top/evenkeel-cluster/src/main/resources
export JAVA_HOME jars pages work

say "two hosts: servers $servers, clients $clients"
make_hosts
start_hdfs
start_redis
step=$(readme './evenkeel manager')
start manager bash -c "exec $step"
await '^ready' manager
say "manager: $(grep '^ready' "$work/log/manager")"

cp "$work/hdfs/core-site.xml" "$work/hdfs/hdfs-site.xml" "$work/stock"
cp "$work/hdfs/hdfs-site.xml" "$work/evenkeel"
mapfile -t keys < <(readme_keys)
[ ${#keys[@]} = 10 ] || fail "README's installation has ${#keys[@]} / 2 keys, not five: ${keys[*]}"
properties fs.defaultFS "hdfs://$servers:8020" "${keys[@]}" >"$work/evenkeel/core-site.xml"
step=$(readme './evenkeel filler')
start filler bash -c "exec $step"
await '^ready' filler

say "writing some $blocks blocks of $block_bytes bytes"
# Words of 76 letters, one a line.
head -c $((blocks * block_bytes * 3 / 4)) /dev/urandom | base64 >"$work/data"
expected=$(sha256sum <"$work/data")
client stock -mkdir -p /user
client evenkeel -put "$work/data" /data 2>>"$work/log/client-evenkeel"

stock_millis=$(millis_of_cat stock)
say "stock client: $stock_millis ms"
own_millis=$(millis_of_cat evenkeel)
say "Evenkeel: $own_millis ms"
grep -o 'Evenkeel .*' "$work/log/client-evenkeel" | tail -n 2
grep -q 'read around nodes' "$work/log/client-evenkeel" ||
  fail 'Evenkeel read around no node; is a block on the slow one?'
run_spark
run_mapreduce
say 'doctor, on the host of the clients'
step=$(readme './evenkeel doctor')
HADOOP_CLASSPATH=$client_jar on_clients bash -c "$step" | tee "$work/doctor"
tr '\n' ' ' <"$work/doctor" | grep -q ' it works: .*clients have read around slow' ||
  fail 'the last step does not say what was done'
