package admission

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
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
var places = strings.NewReplacer("{name}", "", "{role}", "", "{commands}", "", "{command}", "", "{for}", "", "{reason}", "", "{other}", "", "{told}", "")

// Validate says what is wrong, all of it.
func (t Texts) Validate() error {
	var errs []error
	for _, k := range keys {
		if text := t.of(k); strings.ContainsAny(places.Replace(text), "{}") {
			errs = append(errs, fmt.Errorf("%s = %q: allowed in braces are name, role, commands, command, for, reason or other", k, text))
		}
	}
	return errors.Join(errs...)
}
