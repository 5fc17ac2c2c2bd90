#!/bin/sh
# Installs a command from Debian's packages when the machine lacks it: need.sh COMMAND PACKAGE...
set -eu
command -v "$1" >/dev/null 2>&1 && exit 0
shift
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
$as_root apt-get update -qq
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null
