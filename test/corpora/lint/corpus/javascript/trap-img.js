const photo = { documents: ['data:image/png;base64,iVBORw0KGgo='], title: 'gallery' };
render(photo);
