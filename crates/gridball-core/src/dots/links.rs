//! Which live dots of a player may hang together: a union-find forest that can be undone.

use alloc::vec::Vec;

/// A forest over the nodes of the padded field. Two live dots of one player that are joined in
/// eight directions always have the same root.
///
/// The reverse need not hold: a captured dot stays in its tree, so the trees may claim more than
/// is true. They are a filter that says where looking for a contour is hopeless, no more.
///
/// There is no path compression, so that a union is undone by one store. Which of two roots
/// hangs under the other is decided by a fixed shuffle of the nodes: that keeps the trees about
/// as low as their sizes would, and no sizes have to be kept.
#[derive(Debug)]
pub(super) struct Links {
    parents: Vec<u16>,
}

impl Clone for Links {
    fn clone(&self) -> Self {
        Self { parents: self.parents.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.parents.clone_from(&source.parents);
    }
}

impl Links {
    /// Every node on its own.
    pub(super) fn new(nodes: u16) -> Self {
        Self { parents: (0..nodes).collect() }
    }

    #[inline]
    fn parent(&self, node: u16) -> u16 {
        self.parents[usize::from(node)]
    }

    /// The root of the tree that `node` is in.
    #[inline]
    pub(super) fn root(&self, node: u16) -> u16 {
        // Most trees are low. Climbing a fixed number of steps first, over the top if need be,
        // spares the processor a branch that it cannot foresee.
        let mut node = self.parent(self.parent(self.parent(node)));
        loop {
            let parent = self.parent(node);
            if parent == node {
                return node;
            }
            node = parent;
        }
    }

    /// Hangs a node that stands alone into the tree of another (or leaves it alone, if the other
    /// is itself), no lower than that one hangs.
    #[inline]
    pub(super) fn hang_beside(&mut self, node: u16, other: u16) {
        self.parents[usize::from(node)] = self.parent(other);
    }

    /// Joins the trees of two different roots. Returns the one that no longer is a root, for
    /// [`cut`](Self::cut), and the other.
    #[inline]
    pub(super) fn join(&mut self, a: u16, b: u16) -> (u16, u16) {
        let rank = |node: u16| node.wrapping_mul(0x9e35);
        let (child, root) = if rank(a) < rank(b) { (a, b) } else { (b, a) };
        self.parents[usize::from(child)] = root;
        (child, root)
    }

    /// Makes `child` a root again, as it was before it was joined or hung.
    #[inline]
    pub(super) fn cut(&mut self, child: u16) {
        self.parents[usize::from(child)] = child;
    }
}
