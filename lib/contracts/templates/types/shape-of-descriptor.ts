import { createTypeId } from "../../../base/identifiers/identifiers.ts";
import { getValueJsonCodec } from "../../../base/values/codec.ts";
import { createTypeShapes, type ValueShape } from "../../../base/values/shape.ts";
import { DataTypeCollector } from "./data-type-collector.ts";
import type { Descriptor } from "./descriptor.ts";

const shapeByDescriptor = new WeakMap<Descriptor, ValueShape>();

/**
 * Returns the shape of a descriptor that belongs to no package yet. The shape encodes JSON and
 * orders values like the shape in a package. Cached after the first call.
 */
export const computeDescriptorShape = (descriptor: Descriptor): ValueShape => {
  let shape = shapeByDescriptor.get(descriptor);
  if (shape === undefined) {
    const collector = new DataTypeCollector(({ name }) => createTypeId("", name));
    const type = descriptor.typeIn(collector);
    const definitions = collector.listDefinitions();
    shape = createTypeShapes((id) => definitions.get(id.slice(1))).of(type);
    shapeByDescriptor.set(descriptor, shape);
  }
  return shape;
};

/** Returns the JSON of a native value, for messages. */
export const formatNativeValue = (descriptor: Descriptor, native: unknown): string =>
  JSON.stringify(
    getValueJsonCodec(computeDescriptorShape(descriptor)).encode(descriptor.encode(native)),
  );
