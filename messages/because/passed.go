package because

// TurnPassed is that the turn went to somebody, and by which rule of
// policy/turns.
type TurnPassed struct {
	By    string
	To    string // "": to nobody
	Again bool   // to who had it
}

func (t TurnPassed) clause() string {
	switch {
	case t.Again:
		return t.By + hasAgain
	case t.To == "":
		return t.By + isNobodys
	default:
		return t.By + itIs + t.To + hisTurn
	}
}

const (
	hasAgain  = ": it has the turn again"
	isNobodys = ": it is nobody's turn"
	itIs      = ": it is "
	hisTurn   = "'s turn"
)

// HandedOn is that a line is another familiar's to answer now.
type HandedOn struct{ To string }

func (h HandedOn) clause() string { return "handed on to " + h.To }

// HandedOver is that a line was another familiar's to answer.
type HandedOver struct{ By string }

func (h HandedOver) clause() string { return "handed on by " + h.By }

// CodeSaid is what a code came to, in the words of policy/admission.
type CodeSaid struct{ Outcome string }

func (c CodeSaid) clause() string { return "a code, " + c.Outcome }

// CodeOpened is that a code for a role may be used.
type CodeOpened struct{ Role string }

func (c CodeOpened) clause() string { return "a code for " + c.Role + " may be used" }

// LinkCame is what a question about linked accounts came to, in the words of
// policy/persons.
type LinkCame struct{ To string }

const aLink = "a link: "

func (l LinkCame) clause() string { return aLink + l.To }

// RoleRevoked is that a claimed role is taken back.
type RoleRevoked struct{ Role string }

func (r RoleRevoked) clause() string { return r.Role + " is taken back" }
