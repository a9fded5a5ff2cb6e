package feishu

import (
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

const (
	peopleKept = 20_000
	chatsKept  = 5_000

	nameKept   = 6 * time.Hour    // then a name is asked for again
	nobodyKept = 10 * time.Minute // the same, where the network gave none
	brokenKept = 30 * time.Second // the same, where it gave no answer
)

// people remembers names, and by which id of this app somebody is pinged.
// Events carry neither the name of their author nor, for REST answers, a
// union_id.
type people struct {
	mu     *sync.Mutex // lines of many channels are read at once
	byID   *adapter.Recent[messages.PersonID, person]
	byOpen *adapter.Recent[string, messages.PersonID]
	listed *adapter.Recent[string, time.Time] // when a chat's members were read
}

type person struct {
	open  string
	name  string
	until time.Time // the name's
}

func newPeople() people {
	return people{
		mu:     &sync.Mutex{},
		byID:   adapter.NewRecent[messages.PersonID, person](peopleKept),
		byOpen: adapter.NewRecent[string, messages.PersonID](peopleKept),
		listed: adapter.NewRecent[string, time.Time](chatsKept),
	}
}

// learn keeps what k says; what it leaves out stays as it was.
func (p *people) learn(k known) {
	if k.id == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	of, _ := p.byID.Get(k.id)
	if k.open != "" {
		of.open = k.open
		p.byOpen.Put(k.open, k.id)
	}
	if k.name != "" {
		of.name, of.until = k.name, time.Now().Add(nameKept)
	}
	p.byID.Put(k.id, of)
}

// unnamed keeps that the network gives no name for now, so that not every
// line waits for one.
func (p *people) unnamed(id messages.PersonID, pause time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	of, _ := p.byID.Get(id)
	of.until = time.Now().Add(pause)
	p.byID.Put(id, of)
}

// name returns a name and whether it needn't be asked for.
func (p *people) name(id messages.PersonID) (name string, fresh bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	of, _ := p.byID.Get(id)
	return of.name, time.Now().Before(of.until)
}

// pingID returns the id that pings somebody: the network takes a union_id, too.
func (p *people) pingID(id messages.PersonID) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if of, _ := p.byID.Get(id); of.open != "" {
		return of.open
	}
	return string(id)
}

func (p *people) whoIs(open string) (messages.PersonID, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.byOpen.Get(open)
}

// unlisted reports whether a chat's members should be read for names, and
// takes it as done.
func (p *people) unlisted(chat string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if read, ok := p.listed.Get(chat); ok && time.Since(read) < nobodyKept {
		return false
	}
	p.listed.Put(chat, time.Now())
	return true
}
