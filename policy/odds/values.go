package odds

// Values are the features of one line, by [Feature]; the one at 0 is none and
// stays 0. Weights are fitted to them.
type Values [features]float64

// Values returns every feature. It allocates nothing.
func (f *Facts) Values() Values {
	var v Values
	f.measure((*[features]float64)(&v))
	return v
}

// Under returns the probability that the weights make of values kept from
// [Facts.Values].
func (w *Weights) Under(v Values) float64 {
	values := (*[features]float64)(&v)
	return w.of(values).p(values)
}
