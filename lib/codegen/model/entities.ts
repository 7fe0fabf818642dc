import { createTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import { compareText } from "../../base/values/text.ts";
import type { DataDefinition, Type } from "../../base/values/type.ts";
import type {
  ChoiceSignature,
  InterfaceSignature,
  PackageSignature,
  TemplateSignature,
} from "../../contracts/engine/package-signature.ts";
import type { GeneratedModuleLayout } from "./layout.ts";

/**
 * A type, template or interface of a module, with its nested types, such as the record `Expr.Add` of the
 * variant `Expr`.
 */
export interface ModuleEntity {
  readonly name: string;
  readonly id: TypeId;
  readonly data: DataDefinition | undefined;
  readonly template: TemplateSignature | undefined;
  readonly interface: InterfaceSignature | undefined;
  /** Nested types by relative name: `Add` for `Expr.Add`. */
  readonly nested: ReadonlyMap<string, DataDefinition>;
}

/**
 * Returns the entities of a module in the order in which they are printed: for each template or interface
 * its view, itself, its key and the types of its choices; then the remaining types, by name.
 */
export const collectModuleEntities = (
  { name: module, entities }: GeneratedModuleLayout,
  { packageId, dataTypes, templates, interfaces }: PackageSignature,
): readonly ModuleEntity[] => {
  const names = [...entities].sort(compareText);
  const roots = new Set(names.map((name) => name.split(".")[0] ?? name));
  const entitiesByName = new Map(
    [...roots].map((name): [string, ModuleEntity] => {
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
          id: createTypeId(packageId, qualifiedName),
          data: dataTypes.get(qualifiedName),
          template: templates.get(qualifiedName),
          interface: interfaces.get(qualifiedName),
          nested: new Map(nested),
        },
      ];
    }),
  );
  const ownPrefix = `${packageId}:${module}:`;
  const ordered = new Set<ModuleEntity>();
  const addType = (type: Type | undefined): void => {
    if (type?.kind !== "named" || !type.id.startsWith(ownPrefix)) return;
    const entity = entitiesByName.get(type.id.slice(ownPrefix.length));
    if (entity !== undefined && !isTemplateOrInterface(entity)) ordered.add(entity);
  };
  for (const entity of entitiesByName.values()) {
    if (!isTemplateOrInterface(entity)) continue;
    addType(entity.interface?.view);
    ordered.add(entity);
    addType(entity.template?.key);
    for (const { argument, result } of getChoicesExceptArchive(entity)) {
      addType(argument);
      addType(result);
    }
  }
  return [...new Set([...ordered, ...entitiesByName.values()])];
};

/** Returns true if the entity is a template or an interface. */
export const isTemplateOrInterface = (entity: ModuleEntity): boolean =>
  entity.template !== undefined || entity.interface !== undefined;

/** Returns the choices by name, without `Archive`, which every template has. */
export const getChoicesExceptArchive = (entity: ModuleEntity): readonly ChoiceSignature[] =>
  [...((entity.template ?? entity.interface)?.choices.values() ?? [])]
    .filter(({ name }) => name !== "Archive")
    .sort((one, other) => compareText(one.name, other.name));
