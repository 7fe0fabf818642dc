# Runs steps one after the other, tells how long each took, and ends with the totals of all tests; for .ci/run and .ci/nightly to source.

export TEST_TOTALS="$PWD/.build/test-totals"
mkdir -p .build
rm -f "$TEST_TOTALS"
failed_steps=()

# step CMD...: with KEEP_GOING=1 a step that fails does not keep the others from running.
step() {
  local begin=$SECONDS status=0
  printf '\n== %s\n' "$*"
  "$@" || status=$?
  printf '== %s: %s after %d s\n' "$*" "$([ $status = 0 ] && echo passed || echo "failed with $status")" $((SECONDS - begin))
  [ $status = 0 ] && return
  failed_steps+=("$*")
  [ -n "${KEEP_GOING:-}" ] || exit 1
}

finish() {
  local status=$?
  if [ ${#failed_steps[@]} -gt 0 ]; then
    printf '\nFailed: %s\n' "${failed_steps[@]}"
    [ $status != 0 ] || status=1
  fi
  printf '\n%d s in all\n' "$SECONDS"
  # One line for each run of mocha: passed, failed, skipped.
  if [ -f "$TEST_TOTALS" ]; then
    awk '{ p += $1; f += $2; s += $3 } END { printf "%d passed, %d failed, %d skipped\n", p, f, s }' "$TEST_TOTALS"
  fi
  exit $status
}
trap finish EXIT
