package crash

import "testing"

// TestFeishuBurst: events nobody said yes to are sent again over the next
// connection.
func TestFeishuBurst(t *testing.T) {
	asksFor(t, "feishu")
	for _, tt := range []struct {
		story   string
		trouble func(*feishu)
		times   int // connected
	}{
		{"the connection breaks", func(f *feishu) { f.Drop() }, 2},
		{"Feishu delivers everything once more", func(f *feishu) { f.Repeat() }, 1},
	} {
		t.Run(tt.story, func(t *testing.T) {
			f := startFeishu(t)
			_, found := burst(t, f, func() { tt.trouble(f) })
			found.known(t)
			if times, _ := f.Connections(); times != tt.times {
				t.Errorf("it connected %d times, want %d", times, tt.times)
			}
		})
	}
}
