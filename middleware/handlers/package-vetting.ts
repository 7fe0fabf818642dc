import {
  getPreferredPackages,
  getPreferredPackageVersion,
  listVettedPackages,
  updateVettedPackages,
} from "../../lib/api.ts";
import { createBodyHandler, createParametersHandler } from "../api/handler.ts";

export const packageVettingHandlers = {
  listVettedPackages: createBodyHandler(listVettedPackages),
  listVettedPackagesByGet: createBodyHandler(listVettedPackages),
  updateVettedPackages: createBodyHandler(updateVettedPackages),
  updateVettedPackagesByPost: createBodyHandler(updateVettedPackages),
  getPreferredPackages: createBodyHandler(getPreferredPackages),
  getPreferredPackageVersion: createParametersHandler(
    getPreferredPackageVersion,
    ({
      parties,
      "package-name": packageName,
      vetting_valid_at: vettingValidAt,
      "synchronizer-id": synchronizerId,
    }) => ({ parties, packageName, vettingValidAt, synchronizerId }),
  ),
};
