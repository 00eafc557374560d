#!/usr/bin/env bash
# Runs the version before on the schema of this one, as a rolling upgrade does: builds a commit, migrates an empty
# database with the present code, and starts api and worker of that commit on it. They must be ready, and read and write
# what there is.
#
#   DATABASE_URL=postgres://…/an_empty_database tools/release/check-previous-version.sh v0.1.0
#
# Needs a PostgreSQL and psql, the git history, and this checkout installed and built. The dependencies are those of
# this checkout.
set -euo pipefail
cd "$(dirname "$0")/../.."
commit="${1:-$(git describe --tags --abbrev=0)}"
: "${DATABASE_URL:?names an empty database}"
export DATABASE_URL ENCRYPTION_KEY="${ENCRYPTION_KEY:-$(head -c 32 /dev/zero | base64)}" LOG_LEVEL=warn
root="$PWD"
node="$root/node_modules/.bin/node"
before="$(mktemp -d)"
pids=()
finish() {
  for pid in "${pids[@]:-}"; do [ -z "$pid" ] || kill "$pid" 2>/dev/null || true; done
  rm -rf "$before"
}
trap finish EXIT

git archive "$commit" | tar -x -C "$before"
mkdir -p "$before/node_modules/@app"
for entry in "$root"/node_modules/* "$root"/node_modules/.bin; do
  [ "$(basename "$entry")" = @app ] || ln -s "$entry" "$before/node_modules/$(basename "$entry")"
done
for package in "$before"/libs/*/package.json "$before"/libs/dev/*/package.json "$before"/tools/*/package.json; do
  [ -f "$package" ] || continue
  ln -s "$(dirname "$package")" "$before/node_modules/$(node -p 'require(process.argv[1]).name' "$package")"
done

echo "building $commit" >&2
for project in "$before"/libs/*/ "$before"/apps/api/ "$before"/apps/worker/ "$before"/apps/admin/; do
  [ ! -f "$project/package.json" ] || (cd "$before" && "$node" apps/dev/src/build.ts "${project#"$before"/}") >&2
done

echo 'migrating with the present code' >&2
"$node" apps/admin/dist/main.js migrate >&2
fresh="$("$node" apps/admin/dist/main.js user create --name Ada)"
user="$("$node" -p 'JSON.parse(process.argv[1]).id' "$fresh")"
created="$("$node" apps/admin/dist/main.js token create --user "$user" --permission read --permission update)"
token="$("$node" -p 'JSON.parse(process.argv[1]).token' "$created")"

echo "starting $commit on the new schema" >&2
(cd "$before" && PORT=18470 exec "$node" apps/api/dist/main.js) & pids+=($!)
(cd "$before" && WORKER_PORT=18471 exec "$node" apps/worker/dist/main.js) & pids+=($!)
answers() { # <url> [header]
  for _ in $(seq 120); do
    if curl --silent --fail --max-time 10 ${2:+--header "$2"} "$1"; then echo; return; fi
    sleep 1
  done
  echo "no success from $1 within two minutes" >&2
  return 1
}
answers http://127.0.0.1:18470/health/ready
answers http://127.0.0.1:18471/health/ready
answers http://127.0.0.1:18470/api/v1/podcasts "Authorization: Bearer $token"
answers http://127.0.0.1:18470/api/v1/video-webhook/deliveries "Authorization: Bearer $token"

echo "writing with $commit" >&2
yesterday="$("$node" -p 'new Date(Date.now() - 86_400_000).toISOString()')"
cat >"$before/check.json" <<JSON
{ "users": [{ "key": "ben", "name": "Ben", "available_seconds": 3600,
              "tokens": [{ "key": "all", "permissions": ["read", "update", "delete"] }] }],
  "podcasts": [{ "key": "tech", "title": "Tech", "owner": "ben", "ownership_confirmed": true, "quota_bearer": "ben",
                 "episodes": [{ "key": "one", "title": "One", "published_at": "2026-01-01T00:00:00Z",
                                "audio_url": "https://media.example.com/1.mp3",
                                "downloads": [{ "at": "$yesterday", "listener": "l1" }] }] }] }
JSON
loaded="$(cd "$before" && "$node" apps/admin/dist/main.js fixtures load check.json)"
of() { # <path, such as tokens.all>
  "$node" -p 'process.argv[2].split(".").reduce((found, key) => found[key], JSON.parse(process.argv[1]))' "$loaded" "$1"
}
api=http://127.0.0.1:18470
auth="Authorization: Bearer $(of tokens.all)"
call() { # <method> <path> <json>: the status must be 2xx
  curl --silent --show-error --fail-with-body --max-time 20 --request "$1" --header "$auth" \
    --header 'Content-Type: application/json' --data "$3" "$api$2"
  echo
}
episode="/api/v1/episodes/$(of episodes.one)"
podcast="/api/v1/podcasts/$(of podcasts.tech)"
for _ in 1 2; do # the second replaces the first
  call PUT "$episode/transcript" '{ "content": "WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n" }'
done
call PUT "$episode/chapters" '{ "chapters": [{ "startTime": 0, "title": "Intro" }] }'
curl --silent --show-error --fail --max-time 20 --user-agent 'AppleCoreMedia/1.0' --output /dev/null \
  --write-out 'the redirect answers %{http_code}\n' "$api/e/$(of episodes.one)"
answers "$api$episode/transcript" "$auth"
answers "$api$podcast/episodes" "$auth"
for _ in $(seq 20); do
  counted="$(psql "$DATABASE_URL" --tuples-only --no-align --command 'SELECT count(*) FROM downloads')"
  [ "$counted" = 2 ] && break
  sleep 1
done
[ "$counted" = 2 ] || { echo "$counted downloads are stored, not 2" >&2; exit 1; }
(cd "$before" && "$node" apps/admin/dist/main.js status --json)
(cd "$before" && "$node" apps/admin/dist/main.js retention run)
(cd "$before" && "$node" apps/admin/dist/main.js analytics keep-up)
days="from=${yesterday%T*}&to=$(date --utc --date '1 day' +%F)&timezone=Asia/Kolkata"
csv="$(answers "$api$podcast/analytics.csv?$days" "$auth")"
[ "$(grep --count ',One,1,1,' <<<"$csv")" = 2 ] || { echo "not two days with a download each: $csv" >&2; exit 1; }
echo "$commit works on the schema of $(git rev-parse --short HEAD)" >&2
