import { useEffect, useState } from 'react';

const SETTLED_AFTER_MS = 250;

/** A value once it has not changed for a moment: what is typed into a search is one request. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
