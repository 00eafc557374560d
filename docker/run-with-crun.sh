#!/usr/bin/env bash
# Runs the images that build-with-buildah.sh built as compose.yaml runs them: a read-only root, no capabilities, no new
# privileges, the image's user, /tmp in memory, secrets as files. Migrates, waits until each HEALTHCHECK succeeds, looks
# at what the processes may do, and ends them. Needs root, buildah, crun, and a database that containers reach at this
# address without a network of their own:
#
#   DATABASE_URL=postgres://…@127.0.0.1:5432/an_empty_database docker/run-with-crun.sh
set -euo pipefail
# crun refuses a machine with both versions of cgroups; it needs neither here.
if [ -d /sys/fs/cgroup/unified ] && [ -z "${UNSHARED:-}" ]; then
  UNSHARED=1 exec unshare --mount bash -c 'umount /sys/fs/cgroup/unified && exec "$0" "$@"' "$0" "$@"
fi
cd "$(dirname "$0")/.."

: "${DATABASE_URL:?names an empty database}"
PREFIX=${PREFIX:-localhost/podcast-automation}
export STORAGE_DRIVER=${STORAGE_DRIVER:-vfs}
export NODE=node_modules/.bin/node
WORK=$(mktemp -d)
RUN="crun --cgroup-manager disabled --root $WORK/state"
containers=()
finish() {
  for id in $($RUN list --quiet 2>/dev/null); do $RUN delete --force "$id" >/dev/null 2>&1 || true; done
  for container in "${containers[@]:-}"; do
    [ -z "$container" ] || { buildah umount "$container"; buildah rm "$container"; } >/dev/null
  done
  rm -rf "$WORK"
}
trap finish EXIT

mkdir -p "$WORK/secrets" "$WORK/data"
printf %s "$DATABASE_URL" >"$WORK/secrets/database_url"
head -c 32 /dev/urandom | base64 >"$WORK/secrets/encryption_key"
chmod 400 "$WORK"/secrets/*
chown -R 1000:1000 "$WORK/secrets" "$WORK/data"
chmod 755 "$WORK"

bundle() { # <target> <id> [argument…]: writes the bundle of a container
  local target=$1 id=$2 container
  shift 2
  container=$(buildah from --pull-never "$PREFIX-$target")
  containers+=("$container")
  mkdir -p "$WORK/$id"
  buildah inspect --type image "$PREFIX-$target" >"$WORK/$id/image.json"
  ROOT=$(buildah mount "$container") WORK="$WORK" ID="$id" $NODE -e '
    const { readFileSync, writeFileSync } = require("node:fs");
    const { WORK, ID, ROOT } = process.env;
    const image = JSON.parse(readFileSync(`${WORK}/${ID}/image.json`, "utf8"));
    const { Env, Cmd, Entrypoint, User, WorkingDir } = image.OCIv1.config;
    if (User !== "node") throw new Error(`the image runs as ${User}`);
    const [, uid, gid] = /^node:[^:]*:(\d+):(\d+)/m.exec(readFileSync(`${ROOT}/etc/passwd`, "utf8"));
    const own = process.argv.slice(1);
    const bind = (destination, source, how) => ({ destination, source, type: "bind", options: ["bind", how] });
    const none = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] };
    writeFileSync(`${WORK}/${ID}/check.json`, JSON.stringify(image.Docker.config.Healthcheck?.Test ?? null));
    writeFileSync(`${WORK}/${ID}/config.json`, JSON.stringify({
      ociVersion: "1.0.2",
      root: { path: ROOT, readonly: true },
      process: {
        user: { uid: Number(uid), gid: Number(gid) },
        cwd: WorkingDir,
        args: [...(Entrypoint ?? []), ...(own.length > 0 ? own : Cmd)],
        env: [
          ...Env,
          "DATABASE_URL_FILE=/run/secrets/database_url",
          "ENCRYPTION_KEY_FILE=/run/secrets/encryption_key",
          "PORT=18480",
          "WORKER_PORT=18481",
        ],
        capabilities: none,
        noNewPrivileges: true,
      },
      mounts: [
        { destination: "/proc", type: "proc", source: "proc" },
        { destination: "/dev", type: "tmpfs", source: "tmpfs", options: ["nosuid", "mode=755"] },
        { destination: "/tmp", type: "tmpfs", source: "tmpfs", options: ["nosuid", "nodev", "mode=1777"] },
        { destination: "/run", type: "tmpfs", source: "tmpfs", options: ["nosuid", "nodev", "mode=755"] },
        bind("/run/secrets", `${WORK}/secrets`, "ro"),
        bind("/data", `${WORK}/data`, "rw"),
        bind("/etc/hosts", "/etc/hosts", "ro"),
      ],
      linux: { namespaces: ["pid", "mount", "ipc", "uts"].map((type) => ({ type })) },
    }));' -- "$@"
}

healthy() { # <id>: until the image's HEALTHCHECK succeeds
  local check
  check=$($NODE -p '
    const [kind, ...rest] = require(process.argv[1]);
    if (kind !== "CMD") throw new Error(kind);
    rest.map((one) => `\x27${one.replaceAll("\x27", "\x27\\\x27\x27")}\x27`).join(" ")' "$WORK/$1/check.json")
  for _ in $(seq 60); do
    if eval "$RUN exec --user 1000:1000 $1 $check"; then echo "$1: the HEALTHCHECK succeeds"; return; fi
    sleep 1
  done
  echo "$1 is not healthy within a minute" >&2
  tail -5 "$WORK/$1.log" >&2
  return 1
}

bundle admin migrate migrate
$RUN run --bundle "$WORK/migrate" migrate
for target in api worker; do
  bundle "$target" "$target"
  $RUN run --bundle "$WORK/$target" "$target" >"$WORK/$target.log" 2>&1 &
done
for target in api worker; do healthy "$target"; done

LOOK='
  const { readFileSync, writeFileSync } = require("node:fs");
  const status = readFileSync("/proc/1/status", "utf8");
  const of = (name) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)[1];
  const writes = (path) => {
    try { writeFileSync(`${path}/written`, ""); return "written"; } catch ({ code }) { return code; }
  };
  const rights = { uid: of("Uid"), capabilities: of("CapEff") + of("CapBnd"), noNewPrivileges: of("NoNewPrivs") };
  const folders = { "/app": writes("/app"), "/": writes(""), "/tmp": writes("/tmp"), "/data": writes("/data") };
  const found = { ...rights, ...folders };
  console.log(JSON.stringify(found));
  const none = { uid: "1000", capabilities: "0".repeat(32), noNewPrivileges: "1" };
  const wanted = { ...none, "/app": "EROFS", "/": "EROFS", "/tmp": "written", "/data": "written" };
  process.exit(JSON.stringify(found) === JSON.stringify(wanted) ? 0 : 1);'
for target in api worker; do $RUN exec --user 1000:1000 "$target" node -e "$LOOK"; done

for target in api worker; do $RUN kill "$target" TERM; done
for pid in $(jobs -p); do wait "$pid"; done
echo 'both ended with status 0 after SIGTERM'
