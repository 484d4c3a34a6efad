module plumbline.local/slowlink

go 1.24
