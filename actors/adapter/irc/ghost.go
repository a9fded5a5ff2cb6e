package irc

import "github.com/ergochat/irc-go/ircmsg"

// services is who gives nicks back to their owners, on networks that have it.
const services = "NickServ"

// mostRegained is how often the right nick is asked for because services said something.
const mostRegained = 3

// A ghost is somebody who has our nick.
type ghost struct {
	done  bool // services were asked to end it, if there is one
	tries int  // how often its nick was asked for since
}

// exorcise has the network's services end whoever has our nick, if we are logged in
// as its owner: mostly that is the connection of a process that died, which the server
// hasn't missed yet. Elsewhere the nick is asked for every minute, as it always is.
func (l *link) exorcise(ircmsg.Message) {
	l.mu.Lock()
	begins := !l.ghost.done && l.a.Login != "" && !l.rightlyCalled()
	l.ghost.done = true
	l.mu.Unlock()
	if begins {
		l.send("PRIVMSG", services, "GHOST "+l.a.Nick)
	}
}

// answered takes what services say: the nick may be free now.
func (l *link) answered(m ircmsg.Message) {
	l.mu.Lock()
	asks := l.ghost.done && !l.rightlyCalled() && l.ghost.tries < mostRegained && l.folding.fold(m.Nick()) == l.folding.fold(services)
	if asks {
		l.ghost.tries++
	}
	l.mu.Unlock()
	if asks {
		l.send("NICK", l.a.Nick)
	}
}

// rightlyCalled reports whether we have the right nick. The lock is held.
func (l *link) rightlyCalled() bool { return l.folding.fold(l.nick) == l.folding.fold(l.a.Nick) }
