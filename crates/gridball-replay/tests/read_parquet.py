"""Compares a Parquet table with the records it was made of, in NDJSON.

Reads the table with DuckDB, or else with pyarrow: implementations that share nothing with ours.
`python3 -m pip install duckdb`. Exit status 77 means that there is neither.
"""

import json
import sys


def read(path):
    try:
        import duckdb
    except ImportError:
        pass
    else:
        table = duckdb.sql(f"SELECT * FROM read_parquet('{path}') ORDER BY game_number, ply")
        return "duckdb " + duckdb.__version__, table.columns, table.fetchall()
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        print("there is neither duckdb nor pyarrow: python3 -m pip install duckdb")
        sys.exit(77)
    table = pyarrow.parquet.read_table(path)
    columns = table.column_names
    return "pyarrow " + pyarrow.__version__, columns, list(zip(*(table[c].to_pylist() for c in columns)))


def main():
    table, games = sys.argv[1:]
    reader, columns, rows = read(table)
    by_game = {}
    for row in rows:
        row = dict(zip(columns, row))
        by_game.setdefault(row["game_number"], []).append(row)
    ids = set()
    count = 0
    with open(games, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            count = number
            record = json.loads(line)
            game = by_game.pop(number)
            tags = record.get("tags", {})
            actions = [
                action if isinstance(action, str) else action["action"]
                for action in record["actions"]
            ]
            assert [row["action"] for row in game] == (actions or [None]), (number, actions)
            assert [row["ply"] for row in game] == (list(range(1, len(actions) + 1)) or [0])
            # These begin with First, and but for penalties the players take turns.
            if "football:" not in record["game"] and "gridball:" not in record["game"]:
                for row in game[: len(actions)]:
                    assert row["player"] == ("second", "first")[row["ply"] % 2], row
            for row in game:
                assert row["game"] == record["game"]
                assert row["result"] == record["result"]
                assert row["actions"] == len(actions)
                assert row["first"] == tags.get("First"), (row, tags)
                assert json.loads(row["tags"]) == tags, (row["tags"], tags)
                assert row["game_id"] == game[0]["game_id"] and len(row["game_id"]) == 32
                assert 0 <= row["position_key"] < 2**64
            ids.add(game[0]["game_id"])
    assert not by_game, by_game.keys()
    assert len(ids) == count, "no game stands twice in these files"
    print(f"{reader}: {count} games, {len(rows)} rows")


main()
