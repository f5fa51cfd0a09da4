#!/usr/bin/env bash
# Measures each level against a weaker one and prints rows of a table of STRENGTH.md: in Gridball
# against the level below, in the other games against the second one below.
#
#   crates/gridball-ai/levels.sh            all of them: an hour without level 10, some with it
#   crates/gridball-ai/levels.sh WORDS      those whose row holds WORDS, as `dots` or `level:3`
#
# GRIDBALL names the program (default: a release build of this tree), GAMES how many games a pair
# plays (default 200; of dots, and with level 10, which takes a second an action, 60). Level 10
# is left out unless FULL is set.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ -z "${GRIDBALL:-}" ]; then
    cargo build --release -p gridball-cli
    GRIDBALL=${CARGO_TARGET_DIR:-target}/release/gridball
fi
wanted=${1:-}

# GAME, the stronger level, the weaker one.
measure() {
    local game=$1 first=level:$2 second=level:$3 games=${GAMES:-200}
    if [[ $game == dots:* || $2 == 10 ]]; then games=${GAMES:-60}; fi
    if [[ $2 == 10 && -z "${FULL:-}" ]]; then return 0; fi
    local row="| \`$game\` | \`$first\` | \`$second\` | $games |"
    [[ $row == *"$wanted"* ]] || return 0
    "$GRIDBALL" match --game "$game" --first "$first" --second "$second" --games "$games" \
        --openings $((games / 2)) --seed 7 | awk -v row="$row" '
        /^A against B/ {
            sub(/^A against B: /, ""); sub(/ of the points/, ""); points = $0
        }
        /^Games/ { unique = $(NF - 1) }
        END { printf "%s %s | %d |\n", row, points, unique }'
}

for level in 2 3 4 5 6 7 8 9 10; do
    measure gridball:20x26/4 $level $((level - 1))
done
for game in paper-football:16x24/4 paper-soccer:2,8,10 football-checkers:corners dots:20x20; do
    for level in 3 4 5 6 7 8 9 10; do
        measure $game $level $((level - 2))
    done
done
