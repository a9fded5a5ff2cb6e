package gateway

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"
)

// claim has this process keep the shard's session, and takes up the one that
// another process has left, if that fits how it would be begun now.
func (s *shard) claim() error {
	left, is, err := s.keeper.claim()
	if err != nil || !is {
		return err
	}
	c := &s.gateway.config
	fits := left.Shard == s.number && left.Of == s.of && left.Intents == c.Intents() && left.Version == discordgo.APIVersion && left.Bot == c.Bot()
	if !fits || left.Session == "" || left.Seq == 0 {
		s.forget()
		s.cursor.resumeAt(0)
		return nil
	}
	if isSecret(s.address) && !isSecret(left.Resume) { // the token goes there
		left.Resume = ""
	}
	s.begin(left.Session, left.Resume)
	s.ask(left.Intents)
	s.cursor.resumeAt(left.Seq)
	c.Log.Info("session kept by the process before", "shard", s.number, "seq", left.Seq)
	return nil
}

// keepOn keeps the session's place until ctx ends: each KeepEvery, and one that was begun
// as soon as something of it is settled, since Discord counts how many are begun.
func (s *shard) keepOn(ctx context.Context) {
	if s.keeper.words == nil {
		return
	}
	tick := time.NewTicker(s.gateway.config.KeepEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-s.cursor.begun:
		case <-ctx.Done():
			return
		}
		s.keep()
	}
}

// keep keeps the session with the events that are settled. One of which nothing
// is settled yet has to be begun anew.
func (s *shard) keep() {
	if now, is := s.word(); is {
		s.keeper.keep(now)
	}
}

// word returns the session as it is to be kept; false: what is kept stays.
func (s *shard) word() (now word, is bool) {
	s.mu.Lock() // so that the session doesn't end between this and the place in it
	defer s.mu.Unlock()
	seq, all := s.cursor.settled()
	if !all {
		return word{}, false
	}
	c := &s.gateway.config
	now = word{Shard: s.number, Of: s.of, Intents: s.asked, Version: discordgo.APIVersion, Bot: c.Bot()}
	if s.session != "" && seq > 0 {
		now.Session, now.Resume, now.Seq = s.session, s.resume, seq
	}
	return now, true
}
