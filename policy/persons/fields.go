package persons

import (
	"familiar/internal/compact"
	"familiar/messages"
)

func identity(c *compact.Codec, i *messages.Identity) {
	compact.Text(c, 1, &i.Network)
	compact.Text(c, 2, &i.Person)
	compact.Text(c, 3, &i.Name)
}

// Fields implements [compact.Value].
func (a *Account) Fields(c *compact.Codec) {
	identity(c, &a.Identity)
	compact.At(c, 4, &a.Since)
	compact.Uint(c, 5, &a.Agreed)
}

// Fields implements [compact.Value].
func (p *Person) Fields(c *compact.Codec) {
	for i := range compact.Items(c, 1, &p.Accounts) {
		p.Accounts[i].Fields(c)
		c.End()
	}
}

// Fields implements [compact.Value].
func (o *Code) Fields(c *compact.Codec) {
	c.Bytes(1, &o.Sum)
	if c.Open(2) {
		identity(c, &o.Of)
		c.Close()
	}
	compact.At(c, 3, &o.Until)
	compact.Text(c, 4, &o.Channel)
	compact.Text(c, 5, &o.Line)
	compact.Text(c, 6, &o.Familiar)
}

// Fields implements [compact.Value].
func (a *Asking) Fields(c *compact.Codec) {
	compact.Text(c, 1, &a.Network)
	compact.Text(c, 2, &a.Person)
	compact.At(c, 3, &a.Until)
	compact.Int(c, 4, &a.Asks)
	compact.Int(c, 5, &a.Wrong)
	compact.Text(c, 6, &a.Channel)
	compact.Uint(c, 7, &a.Last)
	compact.Text(c, 8, &a.Came)
}

// Fields implements [compact.Value].
func (l *Links) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &l.Version)
	for i := range compact.Items(c, 2, &l.Persons) {
		l.Persons[i].Fields(c)
		c.End()
	}
	for i := range compact.Items(c, 3, &l.Codes) {
		l.Codes[i].Fields(c)
		c.End()
	}
	for i := range compact.Items(c, 4, &l.Askings) {
		l.Askings[i].Fields(c)
		c.End()
	}
	compact.Int(c, 5, &l.Wrong)
	compact.At(c, 6, &l.WrongUntil)
	compact.Uint(c, 7, &l.Agreed)
}
