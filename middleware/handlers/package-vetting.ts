import {
  getPreferredPackages,
  getPreferredPackageVersion,
  listVettedPackages,
  updateVettedPackages,
} from "../../lib/api.ts";
import { handleBody, handleParameters } from "../api/handler.ts";

export const packageVettingHandlers = {
  listVettedPackages: handleBody(listVettedPackages),
  listVettedPackagesByGet: handleBody(listVettedPackages),
  updateVettedPackages: handleBody(updateVettedPackages),
  updateVettedPackagesByPost: handleBody(updateVettedPackages),
  getPreferredPackages: handleBody(getPreferredPackages),
  getPreferredPackageVersion: handleParameters(
    getPreferredPackageVersion,
    ({
      parties,
      "package-name": packageName,
      vetting_valid_at: vettingValidAt,
      "synchronizer-id": synchronizerId,
    }) => ({ parties, packageName, vettingValidAt, synchronizerId }),
  ),
};
