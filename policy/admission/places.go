package admission

import (
	"errors"
	"reflect"
	"slices"

	"familiar/policy/language"
)

// keys are all that have a text, in the order of the texts.
var keys = func() (all []Key) {
	for text := range reflect.TypeFor[Texts]().Fields() {
		all = append(all, Key(text.Tag.Get("toml")))
	}
	return all
}()

// of returns the text of a key; "" of an unknown one.
func (t *Texts) of(k Key) string {
	if i := slices.Index(keys, k); i >= 0 {
		return reflect.ValueOf(t).Elem().Field(i).String()
	}
	return ""
}

// places are what a text may hold in braces.
var places = language.Places{"name", "role", "commands", "command", "for", "reason", "other", "told"}

// Validate says what is wrong, all of it.
func (t Texts) Validate() error {
	var errs []error
	for _, k := range keys {
		errs = append(errs, places.Validate(string(k), t.of(k)))
	}
	return errors.Join(errs...)
}
