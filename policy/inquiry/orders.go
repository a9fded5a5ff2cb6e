package inquiry

import (
	"slices"

	"familiar/messages"
	"familiar/policy/deadline"
)

// askHistory has an account asked for what was said before the first line,
// unless one was. It reports whether that is an order.
func (q *Inquiry) askHistory(of messages.AccountID, numbers *deadline.Counter) (ordered bool) {
	if q.History != 0 {
		return false
	}
	q.History, q.HistoryOf = numbers.Next(), of
	return true
}

// asksToo reports whether another account is still to be asked for the same.
func (q *Inquiry) asksToo(of messages.AccountID) bool {
	return q != nil && q.HistoryOf != "" && of != "" && of != q.HistoryOf &&
		!slices.ContainsFunc(q.More, func(f Fetching) bool { return f.Account == of })
}

// askToo has it asked, and returns the number of the order.
func (q *Inquiry) askToo(of messages.AccountID, numbers *deadline.Counter) uint64 {
	q.More = append(q.More, Fetching{N: numbers.Next(), Account: of})
	return q.More[len(q.More)-1].N
}

// askMembers has an account asked who is here.
func (q *Inquiry) askMembers(of messages.AccountID, now messages.Instant, numbers *deadline.Counter) {
	q.Members, q.Asked, q.MembersOf = numbers.By(now.Add(membersWithin)), now, of
}

// AnswerMembers takes the answer to the order of that number; false: it is none
// that is open.
func (q *Inquiry) AnswerMembers(n uint64) bool {
	if q == nil || !q.Members.Is(n) {
		return false
	}
	q.Members = deadline.Deadline{}
	return true
}

// AnswerHistory takes the answer to the order of that number; false: it is none
// that is open. too says that it was another account's for the same.
func (q *Inquiry) AnswerHistory(n uint64) (open, too bool) {
	switch {
	case q == nil:
		return false, false
	case q.fetching(n) >= 0:
		q.More[q.fetching(n)].N = 0
		return true, true
	case n != q.History:
		return false, false
	}
	q.History = 0
	return true, false
}

// fetching returns which further account the order of that number asks, or -1.
func (q *Inquiry) fetching(n uint64) int {
	return slices.IndexFunc(q.More, func(f Fetching) bool { return f.N == n && n != 0 })
}

// fetches reports whether some account has yet to say what was said before.
func (q *Inquiry) fetches() bool {
	return q.History != 0 || slices.ContainsFunc(q.More, func(f Fetching) bool { return f.N != 0 })
}

// Due returns the earliest deadline.
func (q *Inquiry) Due() deadline.Deadline {
	switch {
	case q == nil:
		return deadline.Deadline{}
	case q.Until.N == 0 || q.Members.N != 0 && q.Members.At < q.Until.At:
		return q.Members
	}
	return q.Until
}

// Opens reports whether the order of that number is unanswered.
func (q *Inquiry) Opens(n uint64) bool {
	return q != nil && n != 0 && (n == q.Members.N || n == q.History || q.fetching(n) >= 0)
}

// Pending appends the orders that may not have been carried out.
func (q *Inquiry) Pending(channel messages.ChannelID, now messages.Instant, out []messages.Effect) []messages.Effect {
	if q == nil {
		return out
	}
	if q.Members.N != 0 {
		out = append(out, q.membersOrder(channel))
	}
	if q.History != 0 {
		out = append(out, q.historyOrder(channel, now, q.History, q.HistoryOf))
	}
	for _, f := range q.More {
		if f.N != 0 {
			out = append(out, q.historyOrder(channel, now, f.N, f.Account))
		}
	}
	return out
}

// membersOrder is the open order to say who is here.
func (q *Inquiry) membersOrder(channel messages.ChannelID) messages.FetchMembers {
	return messages.FetchMembers{N: q.Members.N, Channel: channel, Account: q.MembersOf, Deadline: q.Members.At}
}

// historyOrder is an order of earlier lines, which are of no use once the first
// one has gone on.
func (q *Inquiry) historyOrder(channel messages.ChannelID, now messages.Instant, n uint64, of messages.AccountID) messages.FetchHistory {
	o := messages.FetchHistory{N: n, Channel: channel, Account: of, Tail: historyTail, Deadline: q.Until.At}
	if channel.IsThread() {
		o.Head = historyHead
	}
	if q.Until.N == 0 { // it is set with the line that waits, in this step
		o.Deadline = now.Add(ColdWait)
	}
	return o
}

// Renumber gives open orders new numbers.
func (q *Inquiry) Renumber(numbers *deadline.Counter) {
	if q == nil {
		return
	}
	if q.Members.N != 0 {
		q.Members.N = numbers.Next()
	}
	if q.History != 0 {
		q.History = numbers.Next()
	}
	for k := range q.More {
		if q.More[k].N != 0 {
			q.More[k].N = numbers.Next()
		}
	}
}
