// Package budget keeps what the models cost within what the operator allows,
// by making the familiars quieter long before it makes them silent.
//
// The rules in full:
//
//   - A call costs what its provider says, else its tokens by the table of
//     prices. One that neither knows costs nothing and is counted as unpriced.
//   - Costs add up for everything, for each familiar and for each channel, by
//     day and for ever. A day ends at midnight of the configured zone. Each of
//     the three may have a limit a day.
//   - A call in flight may reserve an estimate, which counts like money spent
//     until the call is paid, given up, or its time is over.
//   - Pressure is a step from 0 to 4. The first three begin at shares of a
//     limit, the last at the whole of it. A step ends once what is spent and
//     reserved lies Slack below where it began, so that it doesn't flutter.
//   - Steps 1 to 3 stretch the intervals in which a familiar thinks of speaking
//     unasked; policy/odds lifts the odds it needs. Whoever addresses it is
//     answered.
//   - At step 4 nothing is asked and nothing composed. Whoever addresses the
//     familiar is told so, once a day.
//   - One person may have so many answers a day, and answers for so much. Their
//     lines then wake nobody, and they are told so, once a day in each channel.
//
// A [Ledger] is the whole process's and holds the totals. A [State] is one
// seat's and holds the step it was told. The package knows no lines and no
// turns, and money only as a number. actors/budget owns the Ledger;
// policy/conversation owns a State for each seat, and hears of its step by
// [messages.PressureChanged].
package budget

// A Step is how hard a limit presses.
type Step int8

// The steps at the ends of the scale.
const (
	Free Step = 0 // no limit is near
	Hard Step = 4 // a limit is reached
)
