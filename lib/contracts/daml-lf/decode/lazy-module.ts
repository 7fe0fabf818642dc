import {
  ArchiveProtobufReader,
  endOfMessageFieldNumber,
  type MessageBytePosition,
} from "../archive/archive-protobuf-reader.ts";
import type { LfModule } from "../syntax/ast.ts";
import { readDataTypeDefinition, readTypeSynonym } from "./decode-data-type.ts";
import { readInterfaceDefinition } from "./decode-interface.ts";
import { readExceptionDefinition, readValueDefinition } from "./decode-module.ts";
import { readTemplateDefinition } from "./decode-template.ts";
import type { DefinitionDecodingContext } from "./definition-scope.ts";
import { getInternedDottedName } from "./interned-tables.ts";
import { LazyMap } from "./lazy-map.ts";

/** The source of the modules of a package. */
export interface EncodedModules {
  readonly bytes: Uint8Array;
  readonly maxDepth: number;
  readonly scope: DefinitionDecodingContext;
}

/** Returns the modules at these positions. Each is read on demand, as {@link lazyModule} describes. */
export const createLazyLfModules = (
  source: EncodedModules,
  positions: readonly MessageBytePosition[],
): ReadonlyMap<string, LfModule> =>
  new LazyMap(
    () => byName(source, positions, readLeadingNameIndex),
    (position) => lazyModule(source, position),
  );

/**
 * Returns the module at this position. It must be known to be valid. The names of its definitions are
 * read first, and each definition on demand.
 */
const lazyModule = (source: EncodedModules, position: MessageBytePosition): LfModule => {
  const { bytes, maxDepth, scope } = source;
  const positions = definitionPositions(new ArchiveProtobufReader(bytes, maxDepth).goTo(position));
  const definitions = <T>(
    field: number,
    name: (reader: ArchiveProtobufReader) => number,
    read: (reader: ArchiveProtobufReader, scope: DefinitionDecodingContext) => T,
  ): ReadonlyMap<string, T> =>
    new LazyMap(
      () => byName(source, positions.get(field) ?? [], name),
      (definition) => read(new ArchiveProtobufReader(bytes, maxDepth).goToField(definition), scope),
    );
  return {
    name: getInternedDottedName(
      scope.tables,
      readLeadingNameIndex(new ArchiveProtobufReader(bytes, maxDepth).goTo(position)),
    ),
    synonyms: definitions(3, secondName, (reader, { tables }) => readTypeSynonym(reader, tables)),
    dataTypes: definitions(4, secondName, (reader, { tables }) =>
      readDataTypeDefinition(reader, tables),
    ),
    values: definitions(5, valueName, readValueDefinition),
    templates: definitions(6, readLeadingNameIndex, readTemplateDefinition),
    exceptions: definitions(7, readLeadingNameIndex, readExceptionDefinition),
    interfaces: definitions(8, secondName, readInterfaceDefinition),
  };
};

/** Returns the positions of the definitions in the current message, by field number. */
const definitionPositions = (
  reader: ArchiveProtobufReader,
): ReadonlyMap<number, readonly MessageBytePosition[]> => {
  const positions = new Map<number, MessageBytePosition[]>();
  for (
    let field = reader.nextField();
    field !== endOfMessageFieldNumber;
    field = reader.nextField()
  ) {
    if (field === 1) {
      reader.readInt32();
    } else if (field === 2) {
      reader.skipField();
    } else {
      const known = positions.get(field);
      if (known === undefined) positions.set(field, [reader.readPosition()]);
      else known.push(reader.readPosition());
    }
  }
  return positions;
};

const byName = (
  { bytes, maxDepth, scope }: EncodedModules,
  positions: readonly MessageBytePosition[],
  nameOf: (reader: ArchiveProtobufReader) => number,
): ReadonlyMap<string, MessageBytePosition> => {
  const reader = new ArchiveProtobufReader(bytes, maxDepth);
  return new Map(
    positions.map((position) => [
      getInternedDottedName(scope.tables, nameOf(reader.goTo(position))),
      position,
    ]),
  );
};

/** Returns the index of a name in the first field of the current message; 0 if the field is absent. */
const readLeadingNameIndex = (reader: ArchiveProtobufReader): number =>
  reader.nextField() === 1 ? reader.readInt32() : 0;

/** Returns the index of a name that follows the source location. */
const secondName = (reader: ArchiveProtobufReader): number => {
  let field = reader.nextField();
  if (field === 1) {
    reader.skipField();
    field = reader.nextField();
  }
  return field === 2 ? reader.readInt32() : 0;
};

/** Returns the index of a value's name, which is stored together with its type. */
const valueName = (reader: ArchiveProtobufReader): number => {
  if (reader.nextField() === 1) {
    reader.skipField();
    reader.nextField();
  }
  reader.enterMessage();
  return readLeadingNameIndex(reader);
};
