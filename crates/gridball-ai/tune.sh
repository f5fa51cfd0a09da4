#!/usr/bin/env bash
# Looks for better numbers of `alphabeta` by self-play (SPSA) and tests what it has found against
# the present numbers on openings and seeds of its own (SPRT, 0 against 10 Elo).
#
#   crates/gridball-ai/tune.sh GAME           as gridball:small, paper-football, football-checkers
#
# ITERATIONS is how many pairs of games the search plays (default 3000), PAIRS how many the test
# plays at most (default 3000), NODES the limit for each action (default 4000), SEED what the
# openings and the changes depend on (default 1). The same words give the same numbers on every
# machine. What is accepted goes into the defaults of `GridballWeights`, `CheckersWeights` and
# `SearchWeights`, and the last lines into the table of gains of STRENGTH.md.
set -euo pipefail
cd "$(dirname "$0")/../.."
game=${1:?expected a game, such as gridball:small}
exec cargo run --quiet --release -p gridball-match --example tune -- run "$game" \
    "${ITERATIONS:-3000}" "${PAIRS:-3000}" "${NODES:-4000}" "${SEED:-1}"
