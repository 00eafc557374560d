#!/usr/bin/env bash
# Builds the three images with buildah, without a Docker engine or a registry of images, on a stand-in for node:24-slim:
# Debian by debootstrap, and the Node and npm of this checkout's node_modules. Then it starts each image's command once
# and prints the sizes. Needs root, buildah and debootstrap; npm must be able to reach its registry.
set -euo pipefail
cd "$(dirname "$0")/.."

PREFIX=${PREFIX:-localhost/podcast-automation}
BASE=${BASE:-localhost/node-stand-in:24}
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export STORAGE_DRIVER=${STORAGE_DRIVER:-vfs}
CAS=${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}

node_version=$(node_modules/.bin/node --version)
case $node_version in v24.*) ;; *) echo "node_modules holds Node $node_version, not 24" >&2; exit 1 ;; esac

if ! buildah inspect --type image "$BASE" >/dev/null 2>&1; then
  debootstrap --variant=minbase --include=ca-certificates bookworm "$WORK/root" \
    "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$WORK/debootstrap.log" ||
    { tail -20 "$WORK/debootstrap.log" >&2; exit 1; }
  rm -rf "$WORK"/root/var/cache/apt/* "$WORK"/root/var/lib/apt/lists/* "$WORK"/root/usr/share/{doc,locale}/*
  install -m 755 "$(readlink -f node_modules/node/bin/node)" "$WORK/root/usr/local/bin/node"
  npm_dir=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
  mkdir -p "$WORK/root/usr/local/lib/node_modules"
  cp -RL "$npm_dir" "$WORK/root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$WORK/root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$WORK/root/usr/local/bin/npx"
  # A registry behind a proxy with an authority of its own.
  [ -f "$CAS" ] && cp "$CAS" "$WORK/root/etc/ssl/certs/ca-certificates.crt"
  chroot "$WORK/root" useradd --uid 1000 --create-home node
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$WORK/root" / >/dev/null
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --cmd node "$container"
  buildah commit --quiet --format docker --rm "$container" "$BASE" >/dev/null
fi

# buildah allows 1,024 open files, and npm may need more.
files=$(ulimit -Hn)
for target in api worker admin; do
  buildah bud --isolation chroot --pull-never --format docker --layers --ulimit "nofile=$files:$files" \
    --build-arg "NODE_IMAGE=$BASE" --file docker/Dockerfile --target "$target" --tag "$PREFIX-$target" . \
    >"$WORK/$target.log" 2>&1 || { tail -40 "$WORK/$target.log" >&2; exit 1; }
done

# What an image holds, and that its program starts: without variables it names those that are missing.
for target in api worker admin; do
  container=$(buildah from --pull-never "$PREFIX-$target")
  root=$(buildah mount "$container")
  whole=$(du -sm --exclude=proc --exclude=sys "$root" | cut -f1)
  app=$(du -sm "$root/app" | cut -f1)
  modules=$(du -sm "$root/app/node_modules" | cut -f1)
  leftovers=$(find "$root/app" \( -name '*.map' -o -name '*.d.ts' -o -path '*/dist/testing*' \) -type f | wc -l)
  health='{{if .Docker.Config.Healthcheck}}kept{{else}}none{{end}}'
  check=$(buildah inspect --type image --format "$health" "$PREFIX-$target")
  program=(node "apps/$target/bundle/main.js" ${target/#admin/--version})
  said=$(buildah run --isolation chroot "$container" -- "${program[@]}" 2>&1 || true)
  buildah umount "$container" >/dev/null
  buildah rm "$container" >/dev/null
  echo "$target: $app MB of its own (node_modules $modules MB), $whole MB with the base," \
    "$leftovers maps or types, HEALTHCHECK $check"
  echo "$said" | sed 's/^/    /' | head -4
done
