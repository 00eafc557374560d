export type Owner = 'episode' | 'podcast' | 'user';

/** The spellings of a feature's name. */
export type Names = {
  /** `listener-notes`: lib, files, path. */
  readonly plural: string;
  /** `listener-note`: the entity's file. */
  readonly singular: string;
  /** `listener_note`: the path parameter, in which Express takes no hyphen. */
  readonly parameter: string;
  /** `ListenerNotes` */
  readonly Plural: string;
  /** `ListenerNote` */
  readonly Singular: string;
  /** `listenerNotes` */
  readonly pluralVariable: string;
  /** `listenerNote` */
  readonly singularVariable: string;
  /** `listener_notes` */
  readonly table: string;
  /** `listener notes` */
  readonly pluralWords: string;
  /** `listener note` */
  readonly singularWords: string;
};

export function namesOf(plural: string): Names {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*s$/.test(plural))
    throw new Error(`The name of a feature is a plural noun in kebab-case, such as bookmarks or listener-notes; "${plural}" is not.`);
  const singular = plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.slice(0, -1);
  return {
    plural,
    singular,
    parameter: singular.replaceAll('-', '_'),
    Plural: pascal(plural),
    Singular: pascal(singular),
    pluralVariable: camel(plural),
    singularVariable: camel(singular),
    table: plural.replaceAll('-', '_'),
    pluralWords: plural.replaceAll('-', ' '),
    singularWords: singular.replaceAll('-', ' '),
  };
}

const pascal = (kebab: string): string => kebab.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
const camel = (kebab: string): string => kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
