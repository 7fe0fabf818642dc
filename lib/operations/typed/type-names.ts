import {
  splitTypeId,
  type TypeId,
  type TypeReference,
} from "../../base/identifiers/identifiers.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { Fields } from "../../contracts/templates/types/descriptor.ts";
import type { RecordDescriptor } from "../../contracts/templates/types/record-type.ts";

/** A template or interface of this program. */
export interface TypeName<Name extends string> {
  readonly qualifiedName: Name;
  readonly reference: TypeReference;
}

/** A template, whose contracts are read with their payload, or an interface, with their view. */
export type ReadableType<Name extends string, F extends Fields> = TypeName<Name> &
  ({ readonly payload: RecordDescriptor<F> } | { readonly view: RecordDescriptor<F> });

/** Whether the reference, which is by package name, is to the type. */
export const isNamed = (
  id: TypeId,
  reference: TypeReference,
  packages: PackageRegistry,
): boolean => {
  const { packageId, qualifiedName } = splitTypeId(id);
  const wanted = splitTypeId(reference);
  if (wanted.qualifiedName !== qualifiedName) return false;
  return wanted.packageId === `#${packages.get(packageId)?.name ?? packageId}`;
};

/** Whether a template is the one, or implements the interface, that the reference is to. */
export const isOf = (
  templateId: TypeId,
  reference: TypeReference,
  packages: PackageRegistry,
): boolean => {
  if (isNamed(templateId, reference, packages)) return true;
  for (const interfaceId of packages.template(templateId)?.implements ?? []) {
    if (isNamed(interfaceId, reference, packages)) return true;
  }
  return false;
};
