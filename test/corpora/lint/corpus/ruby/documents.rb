DOCUMENT_TYPES = ['OwnershipChart', 'AmlPolicy'].freeze
