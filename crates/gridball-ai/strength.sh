#!/usr/bin/env bash
# Measures the numbers of STRENGTH.md and prints them as rows of its tables.
#
#   crates/gridball-ai/strength.sh            all of them: some hours
#   crates/gridball-ai/strength.sh WORDS      those whose row holds WORDS, as `paper-soccer` or `0.02`
#
# GRIDBALL names the program (default: a release build of this tree), CONCURRENCY how many games
# run at once (default 1). Records are appended to the folder named by RECORDS, if it is set.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ -z "${GRIDBALL:-}" ]; then
    cargo build --release -p gridball-cli
    GRIDBALL=${CARGO_TARGET_DIR:-target}/release/gridball
fi
wanted=${1:-}

# GAME, engine A, engine B, seconds an action, games.
measure() {
    local game=$1 first=$2 second=$3 seconds=$4 games=$5
    local row="| \`$game\` | \`$first\` | \`$second\` | $seconds s | $games |"
    [[ $row == *"$wanted"* ]] || return 0
    local words=(--game "$game" --first "$first" --second "$second" --st "$seconds"
        --games "$games" --openings $((games / 2)) --seed 7 --concurrency "${CONCURRENCY:-1}")
    if [ -n "${RECORDS:-}" ]; then
        mkdir -p "$RECORDS"
        words+=(--out "$RECORDS/${game//[:\/]/-}-$first-$second-$seconds.gbn")
    fi
    "$GRIDBALL" match "${words[@]}" | awk -v row="$row" '
        /^A against B/ {
            sub(/^A against B: /, ""); sub(/ of the points/, ""); points = $0
        }
        /^Time forfeits/ || /^Broken rules/ || /^Crashes/ {
            gsub(/[A-Za-z:,]/, ""); faults += $1 + $2
        }
        /^Games/ { unique = $(NF - 1) }
        /^Slowest action/ { sub(/^Slowest action: /, ""); slowest = $0 }
        END { printf "%s %s | %d | %d | %s |\n", row, points, unique, faults, slowest }'
}

for opponent in random greedy two-ply; do
    measure gridball:20x26/4 best $opponent 0.1 200
    measure paper-football:16x24/4 best $opponent 0.1 200
    measure paper-soccer:2,8,10 best $opponent 0.1 200
    measure football-checkers:corners best $opponent 0.1 200
done
measure gridball:32x40/4 best two-ply 0.1 200
measure dots:20x20 best random 0.2 60
measure dots:20x20 best greedy 0.2 60

# Nobody may be late, however short the time.
for game in gridball:20x26/4 paper-football:16x24/4 paper-soccer:2,8,10 \
    football-checkers:corners dots:20x20; do
    CONCURRENCY=2 measure $game best best 0.02 500
done
