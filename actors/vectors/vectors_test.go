package vectors

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"familiar/messages"
)

var here = Shelf{"web//garden", "aria", "small"}

func memories(texts ...string) (all []messages.Memory) {
	for k, text := range texts {
		all = append(all, messages.Memory{ID: messages.MemoryID(k + 1), Text: text})
	}
	return all
}

// have asks for what is missing, and gives it.
func (c *Cache) have(of Shelf, kept []messages.Memory, size int) {
	if _, fill := c.Look(of, kept); fill != nil {
		all := make([][]float32, len(fill.Texts))
		for k := range all {
			all[k] = make([]float32, size)
		}
		fill.Done(all)
	}
}

func (c *Cache) known(of Shelf, kept []messages.Memory) (n int) {
	vectors, _ := c.Look(of, kept)
	for _, v := range vectors {
		if v != nil {
			n++
		}
	}
	return n
}

// held counts what is kept, once nothing is about to go.
func (c *Cache) held() (shelves, bytes int) {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.shelves), c.bytes
}

// TestMissingOnesAreAskedForOnce: by one turn, and again if it gets nothing.
func TestMissingOnesAreAskedForOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c Cache
		kept := memories("bees", "zithers")
		_, fill := c.Look(here, kept)
		if fill == nil || len(fill.Texts) != 2 {
			t.Fatalf("got %+v, want both to be asked for", fill)
		}
		if _, other := c.Look(here, kept); other != nil {
			t.Errorf("got %+v though they are being asked for", other)
		}
		fill.Done([][]float32{{1}}) // the second call failed
		vectors, fill := c.Look(here, kept)
		if vectors[0] == nil || vectors[1] != nil || fill == nil || fill.Texts[0] != "zithers" {
			t.Errorf("got %v and %+v, want the second to be asked for", vectors, fill)
		}
	})
}

// TestWhatGoes: with a channel, with what is no memory any more, with the hour and with
// too many.
func TestWhatGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c Cache
		kept := memories("bees", "zithers")
		c.have(here, kept, 3)
		if n := c.known(here, kept); n != 2 {
			t.Fatalf("%d are known, want 2", n)
		}
		if n := c.known(here, kept[:1]); n != 1 {
			t.Errorf("%d are known once one is forgotten, want 1", n)
		}
		if _, bytes := c.held(); bytes != 12 {
			t.Errorf("one that is left has %d bytes, want 12", bytes)
		}
		_, fill := c.Look(here, kept)
		c.Drop("web//garden")
		fill.Done([][]float32{{1, 2, 3}})
		if n := c.known(here, kept); n != 0 {
			t.Errorf("%d are known, though all were dropped while one was asked for", n)
		}
		if _, bytes := c.held(); bytes != 0 {
			t.Errorf("what was dropped has %d bytes", bytes)
		}
		other := here
		other.Channel = "web//kitchen"
		c.have(other, kept, 3)
		c.Drop("web//garden")
		if n := c.known(other, kept); n != 2 {
			t.Errorf("%d of another channel are known, want 2", n)
		}
		<-time.After(2 * maxIdle)
		if shelves, bytes := c.held(); shelves != 0 || bytes != 0 {
			t.Errorf("after two hours there are %d shelves of %d bytes", shelves, bytes)
		}
		for k := range 5 {
			one := here
			one.Channel = messages.ChannelID(fmt.Sprintf("web//%d", k))
			c.have(one, memories("bees"), maxBytes/4/4)
			<-time.After(1)
		}
		if shelves, bytes := c.held(); shelves != 4 || bytes != maxBytes {
			t.Errorf("got %d shelves of %d bytes, want those that there is room for", shelves, bytes)
		}
		one := here
		if one.Channel = "web//0"; c.known(one, memories("bees")) != 0 {
			t.Error("the one used longest ago is there")
		}
		<-time.After(3 * maxIdle)
	})
}
