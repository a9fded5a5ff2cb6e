package jetstream

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"
)

// On an outside server several processes seal texts at once, each under an epoch of
// its own. Who forgets a channel has to know which of them may still come: see
// sealed.Epochs. So each has a mark as long as it seals, and renews it; one that
// could not for sealsHolds seals nothing more before it has. A mark that is over is
// taken out by who finds it, and its epoch with it: a process that stood still for so
// long takes another one, and what it was just writing is not acknowledged.
//
// It holds for longer than a server takes that is elected anew, or lines would be
// refused meanwhile.
const (
	sealsEvery = 4 * time.Second
	sealsRetry = time.Second // when the server doesn't answer
	sealsHolds = 15 * time.Second
)

// A sealer is this process as one that seals.
type sealer struct {
	store *store.Store
	texts *sealed.Texts

	// Of who opens the journal, and then of keep.
	word     string
	revision uint64
	epoch    uint64 // 0: it has none, or that is over
}

func newSealer(s *store.Store, texts *sealed.Texts) *sealer {
	return &sealer{store: s, texts: texts, word: layout.SealsWord(rand.Text())}
}

// announce says that this process is about to take an epoch: before it does, so that
// nobody takes that for one that is over.
func (s *sealer) announce(ctx context.Context) error {
	if !s.store.Outside() {
		return nil
	}
	var epoch uint64
	if _, err := s.store.ReadMeta(ctx, "epoch", &epoch); err != nil {
		return err
	}
	return s.mark(ctx, store.Peer{Above: epoch})
}

// errTakenOut says that somebody took the mark of this process for one that is over.
var errTakenOut = fmt.Errorf("the mark was taken out: %w", journal.ErrConflict)

// mark writes the mark, or fails with errTakenOut. Nobody else has this word: a newer
// mark under it is ours, whose answer was lost.
func (s *sealer) mark(ctx context.Context, p store.Peer) error {
	p.Holds = int(sealsHolds / time.Second)
	revision, err := s.store.WriteMeta(ctx, s.word, s.revision, p)
	if errors.Is(err, journal.ErrConflict) {
		var ours store.Peer
		newest, failed := s.store.ReadMeta(ctx, s.word, &ours)
		if failed != nil {
			return failed
		}
		if s.revision = newest; newest == 0 {
			return errTakenOut
		}
		revision, err = s.store.WriteMeta(ctx, s.word, newest, p)
	}
	if err == nil {
		s.revision = revision
	}
	return err
}

// begin lets the keys seal under an epoch, or under another one if the mark that
// announced it was taken out.
func (s *sealer) begin(ctx context.Context, epoch uint64) error {
	if !s.store.Outside() {
		s.epoch = epoch
		return s.texts.Keys.Begin(epoch)
	}
	return s.hold(ctx, epoch)
}

// hold marks an epoch, and has the keys seal under it for as long as the mark holds. If
// somebody took the mark out, the epoch is over.
func (s *sealer) hold(ctx context.Context, epoch uint64) error {
	until := time.Now().Add(sealsHolds)
	err := s.mark(ctx, store.Peer{Epoch: epoch})
	if errors.Is(err, errTakenOut) {
		return s.another(ctx)
	}
	if err == nil && epoch != s.epoch {
		err = s.texts.Keys.Begin(epoch)
	}
	if err != nil {
		return err
	}
	s.epoch = epoch
	s.texts.Keys.Hold(until)
	return nil
}

// keep renews the mark until the store ends, and has those of others that are gone
// taken out.
func (s *sealer) keep(takeOut func(context.Context) error) {
	for pause := sealsEvery; ; {
		select {
		case <-s.store.Closing().Done():
			return
		case <-time.After(pause):
		}
		ctx, cancel := s.store.Bounded(s.store.Closing())
		err := s.renew(ctx)
		if pause = sealsEvery; err == nil {
			err = takeOut(ctx)
		} else {
			pause = sealsRetry
		}
		cancel()
		if err != nil && s.store.Closing().Err() == nil && !errors.Is(err, journal.ErrAway) { // of which the connection tells
			s.store.Log.Warn("mark of a process that seals texts not renewed", "epoch", s.texts.Keys.Epoch(), "err", err)
		}
	}
}

// renew writes the mark again.
func (s *sealer) renew(ctx context.Context) error {
	if s.epoch == 0 {
		return s.another(ctx)
	}
	return s.hold(ctx, s.epoch)
}

// another takes another epoch. Until it has that, the one before is never marked again.
func (s *sealer) another(ctx context.Context) error {
	s.epoch = 0
	if err := s.announce(ctx); err != nil {
		return err
	}
	epoch, err := takeEpoch(ctx, s.store, 0)
	if err != nil {
		return err
	}
	s.store.Log.Warn("this process was not heard of for long, and seals texts under another epoch", "was", s.texts.Keys.Epoch(), "is", epoch)
	return s.hold(ctx, epoch)
}

// end takes the mark out, once nothing is written any more.
func (s *sealer) end() {
	if s.revision == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.store.Within)
	defer cancel()
	if err := s.store.DeleteWord(ctx, s.revision); err != nil {
		s.store.Log.Warn("mark of a process that seals texts not taken out: others wait for it once more", "err", err)
	}
}

// epochs returns which may still seal, and which are over.
func (j *Journal) epochs(ctx context.Context) (x sealed.Epochs, err error) {
	x = sealed.Epochs{Own: j.vault.texts.Keys.Epoch()}
	if !j.store.Outside() {
		x.Until, x.Alone = x.Own, true
		return x, nil
	}
	if _, err := j.store.ReadMeta(ctx, "epoch", &x.Until); err != nil { // before the marks: each is older than its epoch
		return x, err
	}
	now, err := j.owner.serverTime(ctx)
	if err != nil {
		return x, err
	}
	peers, err := j.store.Peers(ctx)
	if err != nil {
		return x, err
	}
	for _, p := range peers {
		if p.Epoch == x.Own && p.Above == 0 {
			continue
		}
		if p.Over(now) {
			gone, err := j.takeOut(ctx, p)
			if err != nil {
				return x, err
			}
			if gone {
				continue
			}
		}
		if p.Epoch != 0 {
			x.Others = append(x.Others, p.Epoch)
		} else {
			x.Until = min(x.Until, p.Above)
		}
	}
	return x, nil
}

// takeOut takes the mark of a process out that isn't heard of any more; false: it
// has just renewed it.
func (j *Journal) takeOut(ctx context.Context, p store.Peer) (gone bool, err error) {
	if err := j.store.Delete(ctx, j.store.Names.Stream("meta"), false, p.Revision); err != nil {
		return false, err
	}
	now, err := j.store.Peers(ctx)
	for _, other := range now {
		if other.Epoch == p.Epoch && other.Above == p.Above {
			return false, err
		}
	}
	return err == nil, err
}

// settled is what this process tells others of a channel.
func (j *Journal) settled(ctx context.Context, channel string) store.Settled {
	id := messages.ChannelID(channel)
	j.ledger.HandOver(ctx, id)
	epoch := j.vault.texts.Keys.Epoch()
	post, maybe := j.outbox.Settled(id)
	state, others := j.snapshots.Settled(id)
	s := store.Settled{Epoch: epoch}
	for _, until := range []seal.Position{post, state, j.vault.texts.Keys.Until(id, seal.Note)} {
		s.Until = append(s.Until, uint64(until))
	}
	for _, at := range append(maybe, others...) {
		s.Maybe = append(s.Maybe, uint64(at))
	}
	return s
}

// askOthers has other processes say what they have sealed of a channel. missing says
// who didn't: what it sealed and no stream has any more keeps its keys.
func (j *Journal) askOthers(ctx context.Context, channel messages.ChannelID, others []uint64) (said []sealed.Said, missing error, err error) {
	if len(others) == 0 {
		return nil, nil, nil
	}
	awake, err := j.store.Awake(ctx, j.vault.texts.Keys.Epoch()) // who isn't heard of any more is not waited for
	if err != nil {
		return nil, nil, err
	}
	var answers []store.Settled
	if awake = slices.DeleteFunc(awake, func(epoch uint64) bool { return !slices.Contains(others, epoch) }); len(awake) > 0 {
		if answers, err = j.store.AskPeers(ctx, string(channel), awake...); err != nil {
			return nil, nil, err
		}
	}
	for _, a := range answers {
		s := sealed.Said{Epoch: a.Epoch}
		for _, at := range a.Until {
			s.Until = append(s.Until, seal.Position(at))
		}
		for _, at := range a.Maybe {
			s.Maybe = append(s.Maybe, seal.Position(at))
		}
		said = append(said, s)
	}
	if n := len(others) - len(said); n > 0 {
		missing = fmt.Errorf("%d of %d other processes didn't say what they have written: those that are gone are known to be after %s", n, len(others), 2*sealsHolds)
	}
	return said, missing, nil
}
