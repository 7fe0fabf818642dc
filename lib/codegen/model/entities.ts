import { type TypeId, typeId } from "../../base/identifiers/identifiers.ts";
import { compareText } from "../../base/values/text.ts";
import type { DataDefinition, Type } from "../../base/values/type.ts";
import type {
  ChoiceSignature,
  InterfaceSignature,
  PackageSignature,
  TemplateSignature,
} from "../../contracts/engine/package-signature.ts";
import type { LaidOutModule } from "./layout.ts";

/**
 * A type, template or interface of a module, with the types that are named within it, such as the records
 * of a variant.
 */
export interface Entity {
  readonly name: string;
  readonly id: TypeId;
  readonly data: DataDefinition | undefined;
  readonly template: TemplateSignature | undefined;
  readonly interface: InterfaceSignature | undefined;
  /** Nested types by relative name: `Add` for `Expr.Add`. */
  readonly nested: ReadonlyMap<string, DataDefinition>;
}

/**
 * Returns the entities of a module in reading order: each template or interface, followed by the types of
 * its choices; then the remaining types, by name.
 */
export const entitiesOf = (
  { name: module, entities }: LaidOutModule,
  { packageId, dataTypes, templates, interfaces }: PackageSignature,
): readonly Entity[] => {
  const names = [...entities].sort(compareText);
  const roots = new Set(names.map((name) => name.split(".")[0] ?? name));
  const all = new Map(
    [...roots].map((name): [string, Entity] => {
      const qualifiedName = `${module}:${name}`;
      const nested = names.flatMap((each): readonly (readonly [string, DataDefinition])[] => {
        const data = dataTypes.get(`${module}:${each}`);
        return each.startsWith(`${name}.`) && data !== undefined
          ? [[each.slice(name.length + 1), data]]
          : [];
      });
      return [
        name,
        {
          name,
          id: typeId(packageId, qualifiedName),
          data: dataTypes.get(qualifiedName),
          template: templates.get(qualifiedName),
          interface: interfaces.get(qualifiedName),
          nested: new Map(nested),
        },
      ];
    }),
  );
  const own = `${packageId}:${module}:`;
  const told = new Set<Entity>();
  const tell = (type: Type | undefined): void => {
    if (type?.kind !== "named" || !type.id.startsWith(own)) return;
    const entity = all.get(type.id.slice(own.length));
    if (entity !== undefined && !isOwner(entity)) told.add(entity);
  };
  for (const entity of all.values()) {
    if (!isOwner(entity)) continue;
    tell(entity.interface?.view);
    told.add(entity);
    tell(entity.template?.key);
    for (const { argument, result } of choicesOf(entity)) {
      tell(argument);
      tell(result);
    }
  }
  return [...new Set([...told, ...all.values()])];
};

export const isOwner = (entity: Entity): boolean =>
  entity.template !== undefined || entity.interface !== undefined;

/** Returns the choices by name, without `Archive`, which every template has. */
export const choicesOf = (entity: Entity): readonly ChoiceSignature[] =>
  [...((entity.template ?? entity.interface)?.choices.values() ?? [])]
    .filter(({ name }) => name !== "Archive")
    .sort((one, other) => compareText(one.name, other.name));
