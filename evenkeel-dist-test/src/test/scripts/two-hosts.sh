#!/usr/bin/env bash
# README's installation with its clients on another host than its servers. Two network namespaces are
# the hosts: one has a NameNode, six DataNodes, two Redis servers with a password, the manager and the
# filler; on the other run the clients, which have Hadoop, the jar and the configuration, and doctor,
# which runs from this checkout, as README says. One DataNode is 16 x slower. A file is written and read
# by the stock client and by Evenkeel; then Spark writes a Parquet table and reads all of it, submitted by
# README's paragraph; and doctor has the last word.
#
#     evenkeel-dist-test/src/test/scripts/two-hosts.sh
#
# As root; iproute2 is needed, and Maven Central or a mirror for the jars of Spark. Status 0: every byte
# and row was right, file and table were read around the slow node and nothing failed for doctor. Leaves
# nothing behind but those jars, in target/jobs.
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
    cat >"$work/redis-$port/redis.conf" <<END
bind $servers
port $port
dir $work/redis-$port
requirepass $password
maxmemory 140mb
maxmemory-policy noeviction
save ""
appendonly no
END
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

# Spark's jars, where "bench jobs" has them too.
fetch_spark() {
  [ -e "$spark_jars/complete" ] && return
  mkdir -p "$spark_jars"
  "$top/mvnw" -B -q -f "$top/evenkeel-cli/src/jobs/spark/pom.xml" dependency:copy-dependencies \
    -DincludeScope=runtime "-DoutputDirectory=$spark_jars"
  : >"$spark_jars/complete"
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
  local table=hdfs://$servers:8020/table stock_result own_result
  local own=(--jars "$client_jar"
    --conf spark.hadoop.fs.hdfs.impl=io.evenkeel.hadoop.EvenkeelFileSystem
    --conf spark.hadoop.fs.AbstractFileSystem.hdfs.impl=io.evenkeel.hadoop.EvenkeelHdfs
    --conf "spark.hadoop.evenkeel.manager.uri=http://$servers:8460"
    --conf "spark.hadoop.evenkeel.redis.nodes=$servers:6379,$servers:6380"
    --conf "spark.hadoop.evenkeel.redis.password.file=$work/password")
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

mkdir "$work"/{log,tmp,hdfs,stock,evenkeel,spark}
printf '%s\n' 'log4j.rootLogger=WARN, console' 'log4j.logger.io.evenkeel=INFO' \
  'log4j.logger.org.apache.hadoop.hdfs.StateChange=INFO' \
  'log4j.appender.console=org.apache.log4j.ConsoleAppender' \
  'log4j.appender.console.target=System.err' \
  'log4j.appender.console.layout=org.apache.log4j.PatternLayout' \
  'log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %-5p %c{1}: %m%n' >"$work/log4j.properties"
say 'building'
client_jar=$("$top/evenkeel" jar)
"$top/evenkeel" build
spark_jars=$top/target/jobs/spark
fetch_spark
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
start manager "$top/evenkeel" manager --redis "$servers:6379,$servers:6380" \
  --capacity-bytes 134217728 --redis-password-file "$work/password" \
  --namenode "http://$servers:9870" --bind "$servers"
await '^ready' manager
say "manager: $(grep '^ready' "$work/log/manager")"

cp "$work/hdfs/core-site.xml" "$work/hdfs/hdfs-site.xml" "$work/stock"
cp "$work/hdfs/hdfs-site.xml" "$work/evenkeel"
properties fs.defaultFS "hdfs://$servers:8020" \
  fs.hdfs.impl io.evenkeel.hadoop.EvenkeelFileSystem \
  fs.AbstractFileSystem.hdfs.impl io.evenkeel.hadoop.EvenkeelHdfs \
  evenkeel.manager.uri "http://$servers:8460" \
  evenkeel.redis.nodes "$servers:6379,$servers:6380" \
  evenkeel.redis.password.file "$work/password" >"$work/evenkeel/core-site.xml"
start filler "$top/evenkeel" filler --conf "$work/evenkeel"
await '^ready' filler

say "writing $blocks blocks of $block_bytes bytes"
head -c $((blocks * block_bytes)) /dev/urandom >"$work/data"
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
say 'doctor, on the host of the clients'
on_clients "$top/evenkeel" doctor --conf "$work/evenkeel"
