#!/usr/bin/env bash
# Builds the image of a release and runs its sandbox, without a container engine: checks/release/image.sh RELEASE_FOLDER
# Needs root, buildah and mmdebstrap, and Debian's packages for the base. Loopback alone; two minutes at most.
# Not shown here, because chroot isolation has no such thing: the read-only root, the engine's health checks, compose.
set -euo pipefail
folder=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
port=${PORT:-4897}
archive=$(basename "$(ls "$folder"/hiram-*-linux-x64.tar.zst)")
work=$(mktemp -d)
export STORAGE_DRIVER=vfs
containers=()
finish() {
  for name in "${containers[@]}"; do buildah rm "$name" >/dev/null 2>&1 || true; done
  rm -rf "$work"
}
trap finish EXIT

base=localhost/hiram-check-base
if [ -z "$(buildah images --quiet "$base" 2>/dev/null)" ]; then
  mmdebstrap --quiet --variant=minbase --include=zstd,ca-certificates trixie "$work/base.tar"
  name=$(buildah from --isolation=chroot scratch)
  containers+=("$name")
  buildah add --quiet "$name" "$work/base.tar" / >/dev/null
  buildah commit --quiet "$name" "$base" >/dev/null
fi
buildah bud --quiet --isolation=chroot --format docker -f "$root/docs/deploy/Containerfile" \
  --build-arg BASE="$base" --build-arg ARCHIVE="$archive" -t localhost/hiram-check "$folder" >/dev/null
name=$(buildah from --isolation=chroot localhost/hiram-check)
containers+=("$name")
inside() { buildah run --isolation=chroot "$name" -- "$@"; }

[ "$(inside id -u)" = 10001 ] || { echo 'the image runs as another user than 10001'; exit 1; }
inside hiram --version
timeout --signal=TERM 60 buildah run --isolation=chroot --env SANDBOX=1 --env HOST=127.0.0.1 --env "PORT=$port" \
  --env DATA_DIR=/tmp/data "$name" -- /opt/hiram/bin/hiram-server >"$work/log" 2>&1 &
server=$!
for _ in $(seq 100); do
  curl --silent --fail "http://127.0.0.1:$port/health" && break
  sleep 0.3
done || true
echo
curl --silent --fail --output /dev/null "http://127.0.0.1:$port/login" || { tail -5 "$work/log"; exit 1; }
health=$(sed -n 's/^  CMD \["\/opt\/hiram\/bin\/node", "-e", "\(.*\)"\]$/\1/p' "$root/docs/deploy/Containerfile")
buildah run --isolation=chroot --env "PORT=$port" "$name" -- /opt/hiram/bin/node -e "$health"
echo 'the health check passes'
# The sandbox's PostgreSQL outlives a server that was not stopped in good order.
postmaster=$(buildah mount "$name")/tmp/data/postgres/postmaster.pid
pid=$(head -1 "$postmaster" 2>/dev/null || true)
kill "$server"
wait "$server" || true
if [ -n "$pid" ]; then kill -INT "$pid" 2>/dev/null || true; fi
buildah images --format '{{.Name}} {{.Size}}' localhost/hiram-check
