/** Makes builders of entities for tests: `const aPodcast = builder(Podcast, () => ({ … }))`, `aPodcast({ title: 'One' })`. */
export const builder =
  <E extends object>(Entity: new () => E, plain: () => Partial<E>) =>
  (over?: Partial<E>): E =>
    Object.assign(new Entity(), plain(), over);
