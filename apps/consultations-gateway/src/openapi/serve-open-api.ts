import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** The API's description: a page at `/docs`, the document at `/docs-json`. Built when it is first asked for. */
export function serveOpenApi(app: INestApplication): void {
  const config = new DocumentBuilder()
    .setTitle('Parley: consultations')
    .setDescription(
      'Talk to an agent that may stop and ask. Answers are event streams (or JSON documents, with `stream: false`); refusals are RFC 9457 problems.',
    )
    .setVersion('1')
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, config), { jsonDocumentUrl: 'docs-json' });
}
