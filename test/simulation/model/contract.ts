export interface CoinFields {
  readonly issuer: string;
  readonly owner: string;
  readonly watchers: readonly string[];
  readonly serial: string;
}

export interface TallyFields {
  readonly owner: string;
  readonly name: string;
  readonly count: number;
}

export type Content =
  | { readonly template: "Coin"; readonly fields: CoinFields }
  | { readonly template: "Tally"; readonly fields: TallyFields };

/** From an offset on a contract is on a synchronizer, or, without one, on its way or gone. */
export interface Place {
  readonly since: number;
  readonly synchronizer?: string;
}

/** A contract as the model knows it. It never changes: what happens to it makes another one. */
export interface ModelContract {
  readonly id: string;
  readonly content: Content;
  readonly created: number;
  readonly archived?: number;
  readonly places: readonly Place[];
}

export const signatoriesOf = ({ template, fields }: Content): readonly string[] =>
  template === "Coin" ? [fields.issuer] : [fields.owner];

export const stakeholdersOf = ({ template, fields }: Content): ReadonlySet<string> =>
  new Set(template === "Coin" ? [fields.issuer, fields.owner, ...fields.watchers] : [fields.owner]);

/** Where it is at an offset; undefined when it is nowhere. */
export const placeAt = (
  { places, created, archived }: ModelContract,
  offset: number,
): string | undefined => {
  if (created > offset || (archived !== undefined && archived <= offset)) return undefined;
  return places.findLast(({ since }) => since <= offset)?.synchronizer;
};

/** Its arguments as JSON of the API. */
export const argumentsOf = (content: Content): Readonly<Record<string, unknown>> =>
  content.template === "Coin"
    ? { ...content.fields }
    : { ...content.fields, count: String(content.fields.count) };
