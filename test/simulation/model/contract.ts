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

/** From this offset on, the contract is on the synchronizer; without one it is in flight or archived. */
export interface Place {
  readonly since: number;
  readonly synchronizer?: string;
}

/** A contract as the model knows it. Immutable: each change creates another one. */
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

/** Returns the place at an offset; undefined if the contract is in flight, archived or not yet created. */
export const placeAt = (
  { places, created, archived }: ModelContract,
  offset: number,
): string | undefined => {
  if (created > offset || (archived !== undefined && archived <= offset)) return undefined;
  return places.findLast(({ since }) => since <= offset)?.synchronizer;
};

/** Returns the arguments as JSON of the API. */
export const argumentsOf = (content: Content): Readonly<Record<string, unknown>> =>
  content.template === "Coin"
    ? { ...content.fields }
    : { ...content.fields, count: String(content.fields.count) };
