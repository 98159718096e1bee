// The extension files below a folder.
import { readdirSync } from 'node:fs'

/**
 * @param {string} folder
 * @param {string} extension of the files, with its dot
 * @param {string[]} [files]
 * @returns {string[]} absolute paths
 */
export function walk(folder, extension, files = []) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) walk(path, extension, files)
    else if (entry.name.endsWith(extension)) files.push(path)
  }
  return files
}
