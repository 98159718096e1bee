import { ImageTool } from '../shared/image-tool.ts'

export class Resize extends ImageTool {
  execute = () => 'resized'
}
