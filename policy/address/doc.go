// Package address tells who a line is for, who said it, and who hears it.
//
// A network knows accounts. A channel has seats, of which several may share an
// account, and not every account hears every line. A [Book] knows how the two
// belong together: it puts what the network says of an account in terms of
// seats ([Book.InPersons], [Book.Aimed]), says which seats hear a line
// ([Book.Hears] and what follows from it), and makes of a line a [Gist]: whom
// it names, calls and replies to, found out once for all seats that decide.
//
// It reads the channel's configuration, transcript and roster, and changes none
// of them. What a seat does with a line it doesn't know; policy/conversation
// calls it, and lets policy/ladder decide on the facts it gives.
package address
