// Contracts
// By ledger-in-a-box codegen: do not edit

/** What the files beside it are made of: the JSON of values, contracts, commands and events. Imports nothing. */

// The JSON of values, as participants read and write it.

/** A whole number of 64 bits in decimal digits. */
export type Int64 = string;
/** A decimal number with at most so many digits behind the point: `"0.25"`. */
export type Numeric<_Scale extends number> = string;
/** The full id of a party: `alice::1220…`. */
export type Party = string;
/** A time in ISO 8601, with microseconds at most: `"2027-01-01T12:00:00.000001Z"`. */
export type Timestamp = string;
/** A day: `"2027-01-01"`. */
export type CalendarDate = string;
/** Null, or left out where it is a field. Answers leave it out at the end of a record. */
export type Optional<T> = T | null | undefined;
/** An Optional in or around another: `[]` is None, `[x]` is Some x. */
export type Nested<T> = readonly [] | readonly [T];
/** A map from texts, as an object. */
export type TextMap<V> = { readonly [key: string]: V };
/** A map from values, as pairs of key and value. */
export type GenMap<K, V> = readonly (readonly [K, V])[];
/** No fields: `{}`. */
export type Unit = { readonly [field: string]: never };

declare const knownAs: unique symbol;

/**
 * The id of a contract with these names, of its template and of the interfaces of that: it stands for an id of any of
 * them. Without names, of any contract.
 */
export type ContractId<Names extends string = never> = string & {
  readonly [knownAs]: { readonly [Name in Names]: true };
};

// Commands, as participants take them.

/** A command in any of its forms. */
export type Command =
  CreateCommand | ExerciseCommand | ExerciseByKeyCommand | CreateAndExerciseCommand;

/** Creates a contract. */
export interface CreateCommand {
  readonly CreateCommand: {
    readonly templateId: string;
    readonly createArguments: unknown;
  };
}

/** Exercises a choice on the contract with this id. */
export interface ExerciseCommand {
  readonly ExerciseCommand: {
    readonly templateId: string;
    readonly contractId: string;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}

/** Exercises a choice on the contract with this key. */
export interface ExerciseByKeyCommand {
  readonly ExerciseByKeyCommand: {
    readonly templateId: string;
    readonly contractKey: unknown;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}

/** Creates a contract and exercises a choice on it. */
export interface CreateAndExerciseCommand {
  readonly CreateAndExerciseCommand: {
    readonly templateId: string;
    readonly createArguments: unknown;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}

// Events, as participants answer them.

/** That a contract was created. */
export interface CreatedEvent {
  readonly contractId: string;
  readonly templateId: string;
  readonly packageName: string;
  readonly createArgument?: unknown;
  readonly contractKey?: unknown;
  readonly createdEventBlob?: string;
  readonly interfaceViews?: readonly InterfaceView[] | null;
  readonly signatories?: readonly string[];
  readonly observers?: readonly string[];
  readonly createdAt?: string;
}

/** What an interface shows of a contract. */
export interface InterfaceView {
  readonly interfaceId: string;
  readonly viewValue?: unknown;
}

/** That a choice was exercised. */
export interface ExercisedEvent {
  readonly contractId: string;
  readonly templateId: string;
  readonly interfaceId?: string | null;
  readonly packageName: string;
  readonly choice: string;
  readonly choiceArgument?: unknown;
  readonly exerciseResult?: unknown;
}

/** A transaction, by the events of it that count here. */
export interface Transaction {
  readonly events?: readonly object[];
}

/** A filter for the `cumulative` of an event format. */
export interface TemplateFilter {
  readonly identifierFilter: {
    readonly TemplateFilter: {
      readonly value: { readonly templateId: string; readonly includeCreatedEventBlob: boolean };
    };
  };
}

/** As {@link TemplateFilter}, for contracts with an interface, whose views it asks for. */
export interface InterfaceFilter {
  readonly identifierFilter: {
    readonly InterfaceFilter: {
      readonly value: {
        readonly interfaceId: string;
        readonly includeInterfaceView: boolean;
        readonly includeCreatedEventBlob: boolean;
      };
    };
  };
}

/** What events are to have besides. */
export interface FilterOptions {
  /** What it takes to disclose the contracts to others. */
  readonly includeCreatedEventBlob?: boolean;
}

// Templates, interfaces and their choices.

/** The package that types were generated from. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly id: string;
}

interface Owner {
  /** Where the types come from. The ledger may have chosen another version for a contract. */
  readonly package: Package;
  /** `Module:Entity`. */
  readonly qualifiedName: string;
  /** `#<package name>:<Module>:<Entity>`, as commands and filters have it. */
  readonly reference: string;
}

declare const types: unique symbol;

/** A choice, as a command names it: it can be exercised on contracts with an id of type `Id`. */
export interface ExercisableChoice<Id extends ContractId, Argument> {
  readonly owner: Owner;
  readonly name: string;
  /** For the type checker only. */
  readonly [types]?: (id: Id, argument: Argument) => Argument;
}

/** A choice: its argument, result and exercises. */
export interface Choice<Id extends ContractId, Argument, Result> extends ExercisableChoice<
  Id,
  Argument
> {
  /** Whether it archives the contract. */
  readonly consuming: boolean;
  /** The exercise with its types; undefined when it is of another choice. */
  from(event: ExercisedEvent): Exercised<Id, Argument, Result> | undefined;
  /** Those of a transaction in the shape of ledger effects. */
  exercisedIn(transaction: Transaction): readonly Exercised<Id, Argument, Result>[];
}

/** An exercise with the types of its choice. */
export interface Exercised<Id extends ContractId, Argument, Result> {
  readonly contractId: Id;
  readonly choiceArgument: Argument;
  readonly exerciseResult: Result;
  readonly event: ExercisedEvent;
}

/** An argument without required fields may be left out. */
export type Arguments<Argument> = Unit extends Argument
  ? readonly [argument?: Argument]
  : readonly [argument: Argument];

/** A contract by its id. */
export interface Exercisable<Id extends ContractId> {
  readonly contractId: Id;
  exercise<Argument>(
    choice: ExercisableChoice<Id, Argument>,
    ...argument: Arguments<Argument>
  ): ExerciseCommand;
}

/** A contract as an event tells of it. What a later version of its template added is there, too, but not in the type. */
export interface Contract<Id extends ContractId, Payload, Key = undefined> extends Exercisable<Id> {
  /** Of a contract that is read through an interface, its view. */
  readonly payload: Payload;
  readonly key: Key;
  readonly event: CreatedEvent;
}

interface Readable<Id extends ContractId, Payload, Key> extends Owner {
  readonly Archive: Choice<Id, Unit, Unit>;
  /** A contract id as answers have it. */
  contractId(contractId: string): Exercisable<Id>;
  /**
   * The contract with its types, whatever version of the package made it; undefined when it is of another template, or when the event
   * does not show its payload, or no view of the interface.
   */
  from(event: CreatedEvent): Contract<Id, Payload, Key> | undefined;
  /** The contracts that a transaction creates. */
  createdIn(transaction: Transaction): readonly Contract<Id, Payload, Key>[];
  /** The same by the id of a package, for who must have one version of it. */
  pinned(packageId: string): this;
}

/** A template: its commands, events and filters. */
export interface Template<Id extends ContractId, Payload, Key = undefined> extends Readable<
  Id,
  Payload,
  Key
> {
  create(payload: Payload): CreateCommand;
  createAndExercise<Argument>(
    payload: Payload,
    choice: ExercisableChoice<Id, Argument>,
    ...argument: Arguments<Argument>
  ): CreateAndExerciseCommand;
  filter(options?: FilterOptions): TemplateFilter;
}

/** A template whose contracts have keys. */
export interface KeyedTemplate<Id extends ContractId, Payload, Key> extends Template<
  Id,
  Payload,
  Key
> {
  exerciseByKey<Argument>(
    key: Key,
    choice: ExercisableChoice<Id, Argument>,
    ...argument: Arguments<Argument>
  ): ExerciseByKeyCommand;
}

/** An interface: its choices and views. */
export interface Interface<Id extends ContractId, View> extends Readable<Id, View, undefined> {
  /** The view of the contract; undefined when the event shows none. */
  viewOf(event: CreatedEvent): View | undefined;
  filter(options?: FilterOptions): InterfaceFilter;
}

/** The choices of a template or interface by their names. */
export interface Choices {
  readonly [name: string]: "consuming" | "nonconsuming";
}

/** `Module:Entity` in a package. */
export const template = <T>(home: Package, qualifiedName: string, choices: Choices): T =>
  constant(home, qualifiedName, choices, (owner) => {
    const of = { templateId: owner.reference };
    return {
      ...reading((event) =>
        // Who asks for a view only is told no payload.
        isOf(owner, event.templateId, event.packageName) && isThere(event.createArgument)
          ? { payload: event.createArgument, key: event.contractKey ?? undefined }
          : undefined,
      ),
      create: (createArguments: unknown) => ({ CreateCommand: { ...of, createArguments } }),
      createAndExercise: (createArguments: unknown, choice: Named, choiceArgument = {}) => ({
        CreateAndExerciseCommand: { ...of, createArguments, choice: choice.name, choiceArgument },
      }),
      exerciseByKey: (contractKey: unknown, choice: Named, choiceArgument = {}) => ({
        ExerciseByKeyCommand: { ...of, contractKey, choice: choice.name, choiceArgument },
      }),
      filter: ({ includeCreatedEventBlob = false }: FilterOptions = {}) => ({
        identifierFilter: { TemplateFilter: { value: { ...of, includeCreatedEventBlob } } },
      }),
    };
  });

/** As {@link template}. */
export const interfaceOf = <T>(home: Package, qualifiedName: string, choices: Choices): T =>
  constant(home, qualifiedName, choices, (owner) => {
    const viewOf = ({ interfaceViews }: CreatedEvent): unknown => {
      const views = interfaceViews ?? [];
      const view =
        views.find(({ interfaceId }) => interfaceId === `${home.id}:${qualifiedName}`) ??
        views.find(({ interfaceId }) => isNamed(owner, interfaceId));
      return view?.viewValue ?? undefined;
    };
    return {
      ...reading((event) => {
        const payload = viewOf(event);
        return payload === undefined ? undefined : { payload, key: undefined };
      }),
      viewOf,
      filter: ({ includeCreatedEventBlob = false }: FilterOptions = {}) => ({
        identifierFilter: {
          InterfaceFilter: {
            value: {
              interfaceId: owner.reference,
              includeInterfaceView: true,
              includeCreatedEventBlob,
            },
          },
        },
      }),
    };
  });

interface Named {
  readonly name: string;
}

const constant = <T>(
  home: Package,
  qualifiedName: string,
  choices: Choices,
  membersOf: (owner: Owner) => object,
): T => {
  const by = (packageId: string): T => {
    const owner = { package: home, qualifiedName, reference: `${packageId}:${qualifiedName}` };
    const of: { [name: string]: unknown } = { ...owner, ...membersOf(owner), pinned: by };
    for (const [name, kind] of Object.entries({ Archive: "consuming", ...choices })) {
      // As it is called in TypeScript, where a choice has the name of a member.
      of[name in of ? `${name}_` : name] = choiceOf(owner, name, kind === "consuming");
    }
    // The generated file says what it is.
    return of as T;
  };
  return by(`#${home.name}`);
};

const choiceOf = (owner: Owner, name: string, consuming: boolean): object => {
  const from = (event: ExercisedEvent): object | undefined => {
    const { contractId, choiceArgument, exerciseResult, interfaceId, templateId } = event;
    const isThis =
      event.choice === name &&
      (interfaceId ? isNamed(owner, interfaceId) : isOf(owner, templateId, event.packageName));
    return isThis ? { contractId, choiceArgument, exerciseResult, event } : undefined;
  };
  return {
    owner,
    name,
    consuming,
    from,
    exercisedIn: (transaction: Transaction) => eventsOf(transaction, "ExercisedEvent", from),
  };
};

const reading = (
  read: (event: CreatedEvent) => { readonly payload: unknown; readonly key: unknown } | undefined,
): object => {
  const from = (event: CreatedEvent): object | undefined => {
    const found = read(event);
    return found && { ...exercisable(event.contractId), ...found, event };
  };
  return {
    contractId: exercisable,
    from,
    createdIn: (transaction: Transaction) => eventsOf(transaction, "CreatedEvent", from),
  };
};

const exercisable = (contractId: string): object => ({
  contractId,
  exercise: ({ owner, name }: ExercisableChoice<never, never>, choiceArgument = {}) => ({
    ExerciseCommand: { templateId: owner.reference, contractId, choice: name, choiceArgument },
  }),
});

const eventsOf = <Event>(
  { events = [] }: Transaction,
  kind: string,
  read: (event: Event) => object | undefined,
): readonly object[] =>
  events.flatMap((each) => {
    const event = (each as { readonly [kind: string]: Event | undefined })[kind];
    return (event && read(event)) ?? [];
  });

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** By package name, whatever its version. */
const isOf = (owner: Owner, id: string, packageName: string): boolean =>
  packageName === owner.package.name && isNamed(owner, id);

const isNamed = ({ qualifiedName }: Owner, id: string): boolean => id.endsWith(`:${qualifiedName}`);
