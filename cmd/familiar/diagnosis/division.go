package diagnosis

import (
	"fmt"

	"familiar/cmd/familiar/command"
)

const (
	// leastEach is how many partitions a process should have: with fewer, one that
	// joins or leaves changes much for those that stay.
	leastEach = 4
	// aTenth of its share is how much more than that a process may have.
	aTenth = 10
)

// most returns how many the process has that has most.
func (d Division) most() int { return (d.Partitions + d.Processes - 1) / d.Processes }

// even reports whether no process has much more than its share.
func (d Division) even() bool {
	return (d.most()*d.Processes-d.Partitions)*aTenth <= d.Partitions
}

// good reports whether there is nothing to do.
func (d Division) good() bool {
	return d.even() && d.Partitions >= leastEach*d.Processes
}

// better returns the smallest number of partitions that can be made of those there are
// and that is good for as many processes; 0: there is none.
func (d Division) better() int {
	for n := 2 * d.Partitions; n <= d.Most; n += d.Partitions {
		if (Division{Partitions: n, Processes: d.Processes}).good() {
			return n
		}
	}
	return 0
}

// Level implements [Finding].
func (d Division) Level() Level {
	if d.good() {
		return Fine
	}
	return Soon
}

// Says implements [Finding].
func (d Division) Says() string {
	says := fmt.Sprintf("%s for %d processes: ", command.Count(d.Partitions, "partition"), d.Processes)
	switch idle, busier := d.Processes-d.Partitions, d.Partitions%d.Processes; {
	case idle > 0:
		return says + fmt.Sprintf("%s nothing to do", having(idle, " of them"))
	case busier == 0:
		return says + fmt.Sprintf("each has %d", d.most())
	default:
		return says + fmt.Sprintf("%s %d, the others %d", having(busier, ""), d.most(), d.most()-1)
	}
}

// Remedy implements [Finding].
func (d Division) Remedy() string {
	better := d.better()
	if d.good() || better == 0 {
		return ""
	}
	return fmt.Sprintf("stop all of them and divide the work more evenly: familiar journal repartition --to %d", better)
}

// having says that n of the processes have something.
func having(n int, of string) string {
	if n == 1 {
		return "1" + of + " has"
	}
	return fmt.Sprintf("%d%s have", n, of)
}
