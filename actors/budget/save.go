package budget

import (
	"context"
	"encoding/json"
	"time"

	"familiar/policy/budget"
)

// saveEvery is how often a ledger that changed is kept. A killed process
// forgets what was spent since.
const saveEvery = 5 * time.Second

func (p *Purse) load() []budget.Change {
	if p.Store == nil {
		return nil
	}
	if shared, is := p.Store.(Shared); is {
		return p.join(shared.Pool)
	}
	kept, err := p.Store.Load()
	if err == nil && len(kept) > 0 {
		err = json.Unmarshal(kept, &p.ledger)
	}
	if err != nil {
		p.ledger = budget.Ledger{}
		p.Log.Error("budget's ledger can't be read, starting a new one", "err", err)
	}
	return nil
}

// saveLedger writes the ledger to the store. What the store doesn't take is written
// the next time.
func (p *Purse) saveLedger() {
	if err := p.Save(context.Background()); err != nil {
		p.Log.Warn("budget's ledger not saved, trying again", "err", err)
		p.self.After(saveEvery, save{})
	}
}

// Save implements host.Handler.
func (p *Purse) Save(context.Context) error {
	if p.sharing.member != nil {
		return p.sharing.member.save()
	}
	if !p.dirty {
		return nil
	}
	body, err := json.Marshal(&p.ledger)
	if err == nil {
		err = p.Store.Save(body)
	}
	p.dirty = err != nil
	return err
}
