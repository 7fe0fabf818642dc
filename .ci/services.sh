# Starts what tests are skipped without, on Debian: PostgreSQL, Chromium and Firefox. .ci/run and .ci/nightly source this file.
# Where they cannot be installed the tests say why they are skipped.

# apt-get needs root; workflows and containers have it, or sudo without a password.
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

can_install() { command -v apt-get >/dev/null && as_root true 2>/dev/null; }

install_packages() {
  as_root apt-get update -q >/dev/null &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "$@" >/dev/null
}

answers() { psql "$1" --quiet --command "select 1" >/dev/null 2>&1; }

start_postgres() {
  local open="postgres://postgres@127.0.0.1:5432/postgres"
  local closed="postgres://postgres:of-ci@127.0.0.1:5432/postgres"
  # Tests use this server without being told.
  if answers "$open"; then return; fi
  command -v pg_ctlcluster >/dev/null || install_packages postgresql || return
  # A server that runs already belongs to someone else: its password stays.
  if pg_isready --quiet --host 127.0.0.1; then answers "$closed" || return; else
    as_root service postgresql start >/dev/null || return
    # The command is given to the server's own user, who needs no password.
    as_root su postgres -c "psql --quiet --command \"alter role postgres password 'of-ci'\"" || return
  fi
  export LEDGER_POSTGRES="$closed"
}

if [ -z "${LEDGER_POSTGRES:-}" ]; then
  start_postgres || echo "No PostgreSQL: its tests are skipped."
fi
if [ -z "${CHROMIUM:-}" ] && ! [ -x /usr/bin/chromium ]; then
  { can_install && install_packages chromium fonts-dejavu-core; } || echo "No Chromium: its tests are skipped."
fi
if [ -z "${FIREFOX:-}" ] && ! [ -x /usr/bin/firefox-esr ]; then
  { can_install && install_packages firefox-esr; } || echo "No Firefox: its tests are skipped."
fi
