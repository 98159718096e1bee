export { Conversion as Converter } from './conversion.ts'
