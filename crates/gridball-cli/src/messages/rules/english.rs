//! The rules of the games, short, in English. Every paragraph is one line: whoever shows it wraps it.

pub(in crate::messages) const GRIDBALL: &str = "\
Gridball (M. Yutsis, 2004)

The field is squared paper, 20 x 26 cells (small) or 32 x 40 (classic), with a goal 4 cells \
wide in the middle of the top and the bottom side. The ball starts in the middle. First attacks \
the bottom goal, Second the top one.

A move is exactly three segments, each to one of the eight neighbouring points. A segment ends \
on a point that no line has touched, and does not cross a diagonal. The ball may run along the \
edge; it leaves the field only into a goal: straight between the posts, or slantwise without \
passing outside of a post. A goal ends the move at once.

If the opponent has no whole move after yours, he is trapped, and you take a penalty: a \
straight line of six segments in any direction, over whatever is drawn, that stays on the field \
or goes into a goal. You take another one as long as he is trapped, six at most; then the turn \
passes, and he takes penalties himself.

The ball in the bottom goal wins for First, in the top goal for Second, whoever moved it. After \
300 turns the game is a draw.

Directions are digits, clockwise from north: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW. \
Actions: 034 or N-SE-S is a move, p3 or `penalty SE` a penalty.";

pub(in crate::messages) const PAPER_FOOTBALL: &str = "\
Paper football (three segments, rebounds from the posts)

The field is squared paper, 16 x 24 cells, with a goal 4 cells wide in the middle of the top \
and the bottom side. The ball starts in the middle. First attacks the bottom goal, Second the \
top one.

A move is exactly three segments, each to one of the eight neighbouring points. A segment ends \
on a point that no line has touched, and does not cross a diagonal. The ball may run along the \
edge; it leaves the field only into a goal: straight between the posts, or slantwise without \
passing outside of a post. A goal ends the move at once.

If the opponent has no whole move after yours, he is trapped, and you take a penalty: a line of \
six segments in one direction, over whatever is drawn, that ends on a point the ball has not \
visited or goes into a goal. A slanting penalty that hits a post rebounds from it. You take \
another one as long as he is trapped.

The ball in the bottom goal wins for First, in the top goal for Second, whoever moved it. If \
neither a move nor a penalty is left, the game is a draw.

Directions are digits, clockwise from north: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW. \
Actions: 034 or N-SE-S is a move, p3 or `penalty SE` a penalty.";

pub(in crate::messages) const PAPER_SOCCER: &str = "\
Paper soccer (V. Morozkov's notation)

The field is squared paper, 6 x 8 cells with goals 2 wide (2,6,8), or 8 x 10 (2,8,10). The ball \
starts in the middle. Upper defends the top goal, Lower the bottom one; Upper moves first, or \
Lower in a set-up that ends in /lower.

A step takes the ball to one of the eight neighbouring points, along a line that is not drawn \
yet. The border is drawn from the start. If the point was never touched, the move ends there; \
if a line has touched it, or it lies on the border, the ball bounces and the same player goes \
on.

The ball in the top goal wins for Lower, in the bottom goal for Upper, whoever moved it. \
Whoever brings the ball to a point from which no line leads on has lost.

Points are named by file and rank, a1 at the bottom left. Actions: f8-g7-f6, the ball's own \
point first, or digits for the directions, clockwise from north: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 \
SW, 6 W, 7 NW.";

pub(in crate::messages) const DOTS: &str = "\
Dots (Kropki)

The field is squared paper with 39 x 32 nodes, named X-Y from 1-1 at the bottom left. In the \
middle stands a cross of two dots of each player (/plain leaves it out). First is blue and \
begins, Second is red; each in turn puts one dot on a free node.

Dots of one player join in all eight directions. A closed chain with at least one live dot of \
the opponent inside captures everything inside: the dots there are dead, the nodes are \
territory, and nobody puts a dot there any more. Dots on the edge cannot be surrounded. A chain \
without an enemy dot inside captures nothing yet; a dot put inside is captured unless it \
captures itself.

Dead dots join nothing. A larger chain takes over everything inside it: own captured dots come \
back to life.

The score is the number of dead dots of the opponent. The game ends when no node is left, when \
the leader's advantage is protected, or at the end of the format: express after 120 moves, \
extended after 240; full goes on after move 240 until the advantage is protected. With a level \
score the game is a draw; with /playoff behind the format there is extra time.

Actions: 20-16.";

pub(in crate::messages) const FOOTBALL_CHECKERS: &str = "\
Football-checkers

The board has 12 x 12 cells, files a b c d e f g h k m n p, ranks 1 to 12. Ten red checkers \
(First) stand on rank 1, ten black ones (Second) on rank 12, corners empty (corners), or f and \
g (centre), or d and k (split). Red attacks rank 12, Black rank 1.

A move takes a checker P to an empty cell relative to another own checker Q: the cell is on a \
row, column or diagonal with both of them; the cells between P and it are empty, but Q may \
stand there; the cells between Q and it are empty.

From home rank to home rank Q must stand on it too. Nobody returns to his home rank while six \
or more of his checkers are there. Red may not land on rank 11, Black not on rank 2.

Landing on the opponent's home rank is a goal. Whoever could score if it were his turn attacks \
(+). An attack must be closed: no move, a goal neither, may leave the own gate attacked. A \
player without a legal move has lost; if he is attacked that is shown as a cross. In the \
variant /open there is no such duty, and the first goal wins.

A position that comes up for the third time, or 400 actions, make a draw.

Actions: d6-g6. The signs + and x, and the checker Q as in d6-g6(m9), may be added.";
