package floor

// An End is why the floor is free again.
type End string

// The ends. After the first three the siblings rest.
const (
	Declined  End = "declined"  // the judge said no
	Silent    End = "silent"    // the turn said nothing
	Delivered End = "delivered" // the network has what was said, or will never have it
	Cancelled End = "cancelled" // called off: the seat was addressed meanwhile, stopped, or what it thought about is gone
	Failed    End = "failed"    // judge or agent gave no answer
)

// used reports whether the seat has had its say: it spoke, or it was settled
// that it would not.
func (e End) used() bool { return e == Declined || e == Silent || e == Delivered }
