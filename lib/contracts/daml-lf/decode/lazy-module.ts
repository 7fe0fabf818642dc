import { MessageReader, noField, type Place } from "../archive/message-reader.ts";
import type { LfModule } from "../syntax/ast.ts";
import { readDataType, readSynonym } from "./decode-data-type.ts";
import { readInterface } from "./decode-interface.ts";
import { readException, readValueDefinition } from "./decode-module.ts";
import { readTemplate } from "./decode-template.ts";
import type { DefinitionScope } from "./definition-scope.ts";
import { dottedNameAt } from "./interned-tables.ts";
import { LazyMap } from "./lazy-map.ts";

/** What modules are read from. */
export interface ModuleSource {
  readonly bytes: Uint8Array;
  readonly maxDepth: number;
  readonly scope: DefinitionScope;
}

/** The modules that lie at these places, each read when it is asked for as {@link lazyModule} tells. */
export const lazyModules = (
  source: ModuleSource,
  places: readonly Place[],
): ReadonlyMap<string, LfModule> =>
  new LazyMap(
    () => byName(source, places, firstName),
    (place) => lazyModule(source, place),
  );

/**
 * The module at this place. Its definitions are read when they are asked for, and before that their names.
 * It is known to be well-formed.
 */
const lazyModule = (source: ModuleSource, place: Place): LfModule => {
  const { bytes, maxDepth, scope } = source;
  const places = definitionPlaces(new MessageReader(bytes, maxDepth).goTo(place));
  const definitions = <T>(
    field: number,
    name: (reader: MessageReader) => number,
    read: (reader: MessageReader, scope: DefinitionScope) => T,
  ): ReadonlyMap<string, T> =>
    new LazyMap(
      () => byName(source, places.get(field) ?? [], name),
      (definition) => read(new MessageReader(bytes, maxDepth).goToField(definition), scope),
    );
  return {
    name: dottedNameAt(scope.tables, firstName(new MessageReader(bytes, maxDepth).goTo(place))),
    synonyms: definitions(3, secondName, (reader, { tables }) => readSynonym(reader, tables)),
    dataTypes: definitions(4, secondName, (reader, { tables }) => readDataType(reader, tables)),
    values: definitions(5, valueName, readValueDefinition),
    templates: definitions(6, firstName, readTemplate),
    exceptions: definitions(7, firstName, readException),
    interfaces: definitions(8, secondName, readInterface),
  };
};

/** Where the definitions of the current message lie, by the number of the field that holds them. */
const definitionPlaces = (reader: MessageReader): ReadonlyMap<number, readonly Place[]> => {
  const places = new Map<number, Place[]>();
  for (let field = reader.next(); field !== noField; field = reader.next()) {
    if (field === 1) {
      reader.int32();
    } else if (field === 2) {
      reader.skip();
    } else {
      const known = places.get(field);
      if (known === undefined) places.set(field, [reader.place()]);
      else known.push(reader.place());
    }
  }
  return places;
};

const byName = (
  { bytes, maxDepth, scope }: ModuleSource,
  places: readonly Place[],
  nameOf: (reader: MessageReader) => number,
): ReadonlyMap<string, Place> => {
  const reader = new MessageReader(bytes, maxDepth);
  return new Map(
    places.map((place) => [dottedNameAt(scope.tables, nameOf(reader.goTo(place))), place]),
  );
};

/** The index of a name that is the first field of the current message; left out, it is the first. */
const firstName = (reader: MessageReader): number => (reader.next() === 1 ? reader.int32() : 0);

/** The same where the place in the source file comes before it. */
const secondName = (reader: MessageReader): number => {
  let field = reader.next();
  if (field === 1) {
    reader.skip();
    field = reader.next();
  }
  return field === 2 ? reader.int32() : 0;
};

/** The same of a value, which has its name with its type. */
const valueName = (reader: MessageReader): number => {
  if (reader.next() === 1) {
    reader.skip();
    reader.next();
  }
  reader.enter();
  return firstName(reader);
};
