package crash

import "testing"

// TestBridgeBurst: what the bridge was reporting when its connections went it reports
// again, and orders that were on their way then are carried out once.
func TestBridgeBurst(t *testing.T) {
	asksFor(t, "bridge")
	n := startBridge(t)
	p := furnish(t, build(t), startModel(t), n.configuration())
	way := lag(t, p.listen)
	n.join(t, way.address)
	_, found := burstOf(t, n, p, way.cut)
	found.known(t)
	found.whole(t)
}
