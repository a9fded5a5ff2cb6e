package crash

import "testing"

// TestMatrixBurst: what was on its way when the connection went comes with the next
// sync, and a post whose answer was lost then is found.
func TestMatrixBurst(t *testing.T) {
	asksFor(t, "matrix")
	n := startMatrix(t)
	_, found := burst(t, n, n.Cut)
	found.known(t)
}
